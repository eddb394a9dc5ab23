/* A game carried out again with other chance and other secret choices, held at every stop to
   what a seat saw (interpreter/memory). Included after playing.h where a game hides anything.
   Defined before: SIGHT_SLOTS, sight, ITEMS_AT, PARAMETERS_AT, PARAMETERS, slot_of_kinds. */

enum { SHUFFLED, DRAWN, RANDOM, DREW_KIND, CHOSEN };   /* what an event is */
enum { OWN, OPEN, SECRET };                            /* whose choice it was */
enum { CONTRADICTED = 20 };

#define MANY_OPTIONS 5000  /* as in interpreter/memory/tape.py */
#define LISTED 200         /* as in interpreter/memory/watched.py */

typedef struct {           /* what a seat has seen, and what is known by it */
    const uint8_t *hidden; /* slots that it cannot look into */
    int seat, stops;
    uint64_t *sights, *moves;      /* of each stop, as digests */
    const int *steps;              /* of each choice: whose, decision, begin and size of its option */
    const opt *rows;
    int pinned;                    /* so many events are described */
    const int *places_at, *places; /* pins of each: place, until, component, faces, face ... */
    const int *values_at;          /* and results that there can be */
    const int64_t *values;
    const int *epochs;             /* bags: size, slot, epoch, events in order ... */
    int epochs_size, exact;        /* of copies that look alike the very one is taken, listed or not */
    int lenient;                   /* goes on where a stop looks otherwise, or something cannot lie where it did */
    const int *needs_at, *needs;   /* kinds known to be drawn later, before any is put back: kind, number ... */
    const int *copies_at, *copies; /* of each choice what left a hidden place: slot, face, number ... */
} Seen;

typedef struct { int slot, epoch, next, size; int16_t order[COMPONENTS]; } Planned;

typedef struct {           /* a world, and how far it went */
    uint64_t random;
    double weight;
    int given;             /* so many events are given */
    const int *given_events;       /* kind, where, begin, size */
    const int64_t *given_values;
    uint64_t drawn;        /* so many numbers of the seed are used up */
    int count, used, made, rows, reached, refused, fits, ended, last, entries;
    int at, differing;     /* stops that it came to, and of these those that look otherwise */
    int *events; int64_t *values;
    int *made_at; opt *made_rows;  /* the options that were chosen */
    num *log;
    int *kept_events; int64_t *kept_values;    /* what is given by an exchange */
    int events_room, values_room, made_room, rows_room, log_room, kept_room, kept_values_room;
    struct Tape *tape;
} World;

typedef struct Tape {
    const Seen *seen;
    World *world;
    int stop, recording;
    uint64_t moved;
    int bags[SIGHT_SLOTS];
    int16_t reserved[COMPONENTS];
    int planned_count, planned_room;
    Planned *planned;
} Tape;

/* As `Dice` in interpreter/knowledge/domains.py. */
static inline uint64_t drawn_below_many(World *w, uint64_t n) { return chance_draw(w->random, ++w->drawn, n); }
static inline int drawn_below(World *w, int n) { return (int)drawn_below_many(w, (uint64_t)n); }

__attribute__((noreturn, cold)) static void contradicted(void) { leave(CONTRADICTED); }

static void *more_room(void *of, int *room, int wanted, size_t size) {
    if (wanted <= *room) return of;
    *room = wanted * 2 + 64;
    of = realloc(of, size * (size_t)*room);
    if (!of) abort();
    return of;
}

static int64_t *tape_note(int kind, int where, int size) {
    World *w = run->tape->world;
    w->events = more_room(w->events, &w->events_room, 4 * (w->count + 1), sizeof(int));
    w->values = more_room(w->values, &w->values_room, w->used + size, sizeof(int64_t));
    int *e = w->events + 4 * w->count++;
    e[0] = kind; e[1] = where; e[2] = w->used; e[3] = size;
    w->used += size;
    if (kind == SHUFFLED && where >= 0) run->tape->bags[where]++;
    return w->values + e[2];
}

/* The event that is given next; none where it is to be made up. */
static const int *tape_given(int kind, int where) {
    const World *w = run->tape->world;
    if (w->count >= w->given) return 0;
    const int *e = w->given_events + 4 * w->count;
    if (e[0] != kind || e[1] != where) contradicted();
    return e;
}

/* The pins of the next event, and how many there are; none where it is not described. */
static const int *tape_pins(int at, const int **end) {
    const Seen *s = run->tape->seen;
    if (at >= s->pinned) return *end = 0;
    *end = s->places + s->places_at[at + 1];
    return s->places + s->places_at[at];
}

static int is_face_of(const int *pin, int face) {
    for (int i = 0; i < pin[3]; i++) if (pin[4 + i] == face) return 1;
    return 0;
}

/* Cards in an order of chance in which pinned ones lie at their places; they stand in the
   order of their numbers before. */
static void tape_arranged(int16_t *cards, int n, const int *pin, const int *end) {
    Tape *t = run->tape;
    World *w = t->world;
    int16_t put[COMPONENTS];
    int left = n;
    for (int i = 0; i < n; i++) put[i] = -1;
    for (; pin && pin < end; pin += 4 + pin[3]) {
        int fits = 0, chosen = -1;
        for (int i = 0; i < left; i++)
            if (is_face_of(pin, FACE[cards[i]])) {
                fits++;
                if (cards[i] == pin[2]) chosen = i;
            }
        if (!fits || pin[0] >= n) {
            if (t->seen->lenient) continue;
            contradicted();
        }
        w->weight *= (double)fits / left;
        if (chosen < 0) {
            int k = drawn_below(w, fits);
            for (chosen = 0; !is_face_of(pin, FACE[cards[chosen]]) || k--; chosen++) {}
        }
        put[pin[0]] = cards[chosen];
        t->reserved[cards[chosen]] = (int16_t)pin[1];
        memmove(cards + chosen, cards + chosen + 1, sizeof(int16_t) * (size_t)(--left - chosen));
    }
    for (int i = left - 1; i > 0; i--) {
        int j = drawn_below(w, i + 1);
        int16_t x = cards[i];
        cards[i] = cards[j];
        cards[j] = x;
    }
    w->drawn++; /* as `Dice.shuffled` leaves one out */
    for (int i = n - 1; i >= 0; i--) put[i] = put[i] >= 0 ? put[i] : cards[--left];
    memcpy(cards, put, sizeof(int16_t) * (size_t)n);
}

static int in_order(const void *a, const void *b) { return *(const int16_t *)a - *(const int16_t *)b; }

static int held_by(State *S, int slot, int16_t *to) {
    int n = 0;
    if (ZONES[slot].kind == LOOSE) {
        for (int c = 0; c < COMPONENTS; c++) if (S->where[c] == slot) to[n++] = (int16_t)c;
        return n;
    }
    int16_t *z = row_at(S, slot);
    memcpy(to, z + 1, sizeof(int16_t) * (size_t)z[0]);
    qsort(to, (size_t)z[0], sizeof(int16_t), in_order);
    return z[0];
}

static void tape_shuffled(State *S, int slot) {
    World *w = run->tape->world;
    int16_t cards[COMPONENTS];
    int n = held_by(S, slot, cards);
    const int *e = tape_given(SHUFFLED, slot), *end, at = w->count;
    if (e) {
        const int64_t *values = w->given_values + e[2];
        int16_t sorted[COMPONENTS];
        if (e[3] != n) contradicted();
        for (int i = 0; i < n; i++) sorted[i] = (int16_t)values[i];
        qsort(sorted, (size_t)n, sizeof(int16_t), in_order);
        if (memcmp(sorted, cards, sizeof(int16_t) * (size_t)n)) contradicted();
        for (int i = 0; i < n; i++) cards[i] = (int16_t)values[i];
    } else {
        const int *pin = tape_pins(at, &end);
        tape_arranged(cards, n, pin, end);
    }
    int64_t *to = tape_note(SHUFFLED, slot, n);
    for (int i = 0; i < n; i++) to[i] = cards[i];
    if (ZONES[slot].kind != LOOSE) memcpy(row_at(S, slot) + 1, cards, sizeof(int16_t) * (size_t)n);
}

/* A bag is drawn from: all is planned until something is put in again. */
static int tape_drawn(State *S, int slot) {
    Tape *t = run->tape;
    World *w = t->world;
    const int *e = tape_given(DRAWN, slot);
    int drawn;
    if (e) {
        drawn = (int)w->given_values[e[2]];
        if (drawn < 0 || drawn >= COMPONENTS || S->where[drawn] != slot) contradicted();
    } else {
        Planned *p = t->planned, *last = p + t->planned_count;
        while (p < last && p->slot != slot) p++;
        if (p == last) {
            t->planned = more_room(t->planned, &t->planned_room, t->planned_count + 1, sizeof(Planned));
            p = t->planned + t->planned_count++;
            p->slot = slot;
            p->epoch = -1;
        }
        if (p->epoch != t->bags[slot]) {
            const Seen *s = t->seen;
            int pins[5 * COMPONENTS + 64], used = 0;
            p->epoch = t->bags[slot];
            p->next = 0;
            p->size = held_by(S, slot, p->order);
            for (const int *x = s->epochs; x < s->epochs + s->epochs_size; x += 3 + x[0]) {
                if (x[1] != slot || x[2] != p->epoch) continue;
                /* those that can be fewest things first */
                for (int few = 1, more = 1; more; few++) {
                    int place = 0;
                    more = 0;
                    for (int i = 0; i < x[0]; i++) {
                        if (x[3 + i] < w->count) continue;
                        const int *end, *pin = tape_pins(x[3 + i], &end);
                        if (pin && pin < end && pin[3] >= few) {
                            more |= pin[3] > few;
                            if (pin[3] == few && used + 4 + few <= LENGTH(pins)) {
                                memcpy(pins + used, pin, sizeof(int) * (size_t)(4 + few));
                                pins[used] = place;
                                used += 4 + few;
                            }
                        }
                        place++;
                    }
                }
            }
            tape_arranged(p->order, p->size, pins, pins + used);
        }
        if (p->next >= p->size) contradicted();
        drawn = p->order[p->next];
        if (S->where[drawn] != slot) contradicted();
    }
    Planned *p = t->planned;
    for (int i = 0; i < t->planned_count; i++)
        if (p[i].slot == slot) p[i].next++;
    *tape_note(DRAWN, slot, 1) = drawn;
    return drawn;
}

static int is_pinned(int at, num value, int *is_free) {
    const Seen *s = run->tape->seen;
    *is_free = at >= s->pinned || s->values_at[at] == s->values_at[at + 1];
    if (*is_free) return 1;
    for (int i = s->values_at[at]; i < s->values_at[at + 1]; i++)
        if (s->values[i] == value) return 1;
    return 0;
}

/* One of some results: the number of a row of numbers, or of as many as lie from `low` on. */
static num tape_random(State *S, const int *few, const num *wide, num low, num n, int where, int line) {
    World *w = run->tape->world;
    if (UNLIKELY(n < 1)) fault(FAULT_DRAW, 0, 0, 0, line);
#define WAY(i) (few ? few[i] : wide ? wide[i] : low + (i))
    const int *e = tape_given(RANDOM, where);
    int at = w->count, is_free;
    num value, k;
    if (e) {
        value = w->given_values[e[2]];
        for (k = 0; k < n && WAY(k) != value; k++) {}
        if (k == n) contradicted();
    } else {
        num fits = 0;
        is_pinned(at, 0, &is_free);
        if (is_free) k = (num)drawn_below_many(w, (uint64_t)n);
        else {
            for (num i = 0; i < n; i++) fits += is_pinned(at, WAY(i), &is_free);
            if (!fits) contradicted();
            w->weight *= (double)fits / (double)n;
            num left = (num)drawn_below_many(w, (uint64_t)fits);
            for (k = 0; !is_pinned(at, WAY(k), &is_free) || left--; k++) {}
        }
        value = WAY(k);
    }
#undef WAY
    S->counter++;
    *tape_note(RANDOM, where, 1) = value;
    return value;
}

static int tape_kind(State *S, int kinds, piece *from) {
    World *w = run->tape->world;
    int slot = slot_of_kinds((int)((char *)from - (char *)S)), at = w->count, kind = 0, is_free;
    const int *e = tape_given(DREW_KIND, slot);
    if (e) {
        kind = (int)w->given_values[e[2]];
        if (kind < 0 || kind >= kinds || !from[kind]) contradicted();
    } else {
        num fits = 0, all = 0;
        const Seen *s = run->tape->seen;
        int need = at < s->pinned ? s->needs_at[at] : 0, needed = at < s->pinned ? s->needs_at[at + 1] : 0;
        is_pinned(at, 0, &is_free);
        if (is_free && need < needed) {
            num free[kinds];
            for (int i = 0; i < kinds; i++) { all += from[i]; free[i] = from[i]; }
            for (; need < needed; need += 2) free[s->needs[need]] -= (num)s->needs[need + 1];
            for (int i = 0; i < kinds; i++) { if (free[i] < 0) free[i] = 0; fits += free[i]; }
            if (!fits) contradicted();
            num left = (num)drawn_below_many(w, (uint64_t)fits);
            for (; left >= free[kind]; kind++) left -= free[kind];
            w->weight *= (double)from[kind] * (double)fits / ((double)all * (double)free[kind]);
            S->counter++;
            *tape_note(DREW_KIND, slot, 1) = kind;
            return kind;
        }
        for (int i = 0; i < kinds; i++) {
            all += from[i];
            if (is_pinned(at, i, &is_free)) fits += from[i];
        }
        if (!fits) contradicted();
        w->weight *= (double)fits / (double)all;
        num left = (num)drawn_below_many(w, (uint64_t)fits);
        for (;; kind++) {
            if (!is_pinned(at, kind, &is_free)) continue;
            if (left < from[kind]) break;
            left -= from[kind];
        }
    }
    S->counter++;
    *tape_note(DREW_KIND, slot, 1) = kind;
    return kind;
}

static void tape_moved(State *S, int source, int slot, int c) {
    Tape *t = run->tape;
    const uint8_t *hidden = t->seen->hidden;
    (void)S;
    if (ZONES[slot].is_bag && slot < SIGHT_SLOTS) t->bags[slot]++;
    if (hidden[source] && hidden[slot]) return;
    t->moved = hash_step(t->moved, (uint64_t)(hidden[source] ? 0 : source + 1) << 40 ^
                                       (uint64_t)(hidden[slot] ? 0 : slot + 1) << 16 ^ (uint64_t)(FACE[c] + 1));
}

/* Several go to one place: where its order says nothing, in the order of their faces. */
static void tape_moved_all(State *S, V cards, int slot) {
    int order[cards.n + 1];
    memcpy(order, cards.v, sizeof(int) * (size_t)cards.n);
    if (ZONES[slot].kind == LOOSE)
        for (int i = 1; i < cards.n; i++)
            for (int j = i; j > 0 && FACE[order[j - 1]] > FACE[order[j]]; j--) {
                int x = order[j];
                order[j] = order[j - 1];
                order[j - 1] = x;
            }
    for (int i = 0; i < cards.n; i++) tape_moved(S, S->where[order[i]], slot, order[i]);
}

/* ---- options ------------------------------------------------------------------------ */

enum { ALONE, IN_A_ROW, OF_KINDS };

/* The components in an option, in their order; gives how many there are. */
static int components_in(int decision, const opt *row, int *to) {
    const int *p = PARAMETERS + 3 * PARAMETERS_AT[ITEMS_AT[decision] + row[0]];
    const int *end = PARAMETERS + 3 * PARAMETERS_AT[ITEMS_AT[decision] + row[0] + 1];
    int n = 0;
    row++;
    for (; p < end; p += 3) {
        int size = p[0] == ALONE ? 1 : p[0] == IN_A_ROW ? (int)*row++ : p[1];
        for (int i = 0; i < size; i++, row++) if (p[2] && *row >= 0 && n < MOST_CHOSEN) to[n++] = (int)*row;
    }
    return n;
}

/* An option as people tell it apart: copies that look alike are one where that is wanted. */
static uint64_t option_called(int decision, const opt *row, int size, int by_face) {
    uint64_t x = (uint64_t)row[0] + 0x9E3779B97F4A7C15ull;
    if (!by_face) {
        for (int i = 1; i < size; i++) x = hash_step(x, (uint64_t)row[i]);
        return x;
    }
    const int *p = PARAMETERS + 3 * PARAMETERS_AT[ITEMS_AT[decision] + row[0]];
    const int *end = PARAMETERS + 3 * PARAMETERS_AT[ITEMS_AT[decision] + row[0] + 1];
    row++;
    for (; p < end; p += 3) {
        int many = p[0] == ALONE ? 1 : p[0] == IN_A_ROW ? (int)*row++ : p[1];
        uint64_t sum = (uint64_t)many;
        for (int i = 0; i < many; i++, row++) {
            if (p[2] && *row >= 0) sum += hash_step(0x51ED27ull, (uint64_t)FACE[*row] + 1);
            else sum = hash_step(sum, (uint64_t)*row);
        }
        x = hash_step(x, sum);
    }
    return x;
}

static inline int row_size(const Options *o, int i) {
    return (i + 1 < o->count ? o->at[i + 1] : o->used) - o->at[i];
}

/* What is told and shown to a seat since the stop before, and what it sees of the ledger. */
static uint64_t news_of(uint64_t x, const Seen *seen, int by_face, int first) {
    int is_for = 1, is_loose = 0;
    uint64_t lying = 0;
    for (int i = first; i < run->logged; i += 4) {
        const num *of = run->log + i;
        num what = of[0], value = of[1];
        if (what == 2 || what == 4)
            is_for = of[2] < 0 || (seen->seat >= 0 && of[2] >> seen->seat & 1);
        if (what == 1 ? seen->hidden[value] : what && !is_for) continue;
        int is_one = what == 3 || what == 6 || (what == 5 && of[3] && !of[2]);
        if (is_one && by_face) value = FACE[value];
        if (what == 2) is_loose = value >= 0 && ZONES[value].kind == LOOSE;
        if (what == 6 && is_loose) {
            lying += hash_step(0x2545F491ull, (uint64_t)value);
            continue;
        }
        x = hash_step(hash_step(x, (uint64_t)what), (uint64_t)value);
        x = hash_step(hash_step(x, (uint64_t)of[2]), (uint64_t)of[3]);
    }
    return hash_step(x, lying);
}

/* What a seat sees of a state whose options are listed, by faces or by numbers. */
static uint64_t sight_of(State *S, const Seen *seen, int by_face, int first_news) {
    Options *o = &run->options;
    uint64_t x = sight(S, seen->hidden, by_face);
    x = news_of(x, seen, by_face, first_news);
    if (S->decision < 0 || S->actor != seen->seat) return x;
    x = hash_step(x, (uint64_t)o->count);
    if (o->count > LISTED && by_face) return x;
    uint64_t sum = 0;
    for (int i = 0; i < o->count; i++) {
        uint64_t key = option_called(S->decision, o->data + o->at[i], row_size(o, i), by_face && !ALL_UNLIKE);
        sum = by_face && !ALL_UNLIKE ? sum + hash_step(key, 7) : hash_step(sum, key);
    }
    return hash_step(x, sum);
}

/* Whether what is chosen in two options lies in the same places. */
static int lies_alike(const State *S, const opt *row, const opt *other) {
    int c[MOST_CHOSEN + 1], d[MOST_CHOSEN + 1];
    int n = components_in(S->decision, row, c), m = components_in(S->decision, other, d);
    if (n != m) return 0;
    for (int i = 0; i < n; i++) {
        int slot = S->where[c[i]], there = 0, here = 0;
        for (int k = 0; k < n; k++) there += S->where[d[k]] == slot, here += S->where[c[k]] == slot;
        if (there != here) return 0;
        for (int k = 0; k < i; k++) if (c[k] == c[i]) return 0;
    }
    return 1;
}

/* The option that is listed and that people cannot tell from this one: of copies that look
   alike only one is. If the very one is wanted (`exact` above 0), it takes its place; below 0
   only what is listed counts. */
static int option_like(const State *S, const opt *row, int size, int exact) {
    int decision = S->decision;
    Options *o = &run->options;
    for (int i = 0; i < o->count; i++)
        if (row_size(o, i) == size && !memcmp(o->data + o->at[i], row, sizeof(opt) * (size_t)size)) return i;
    if (ALL_UNLIKE || exact < 0) return -1;
    uint64_t key = option_called(decision, row, size, 1);
    for (int i = 0; i < o->count; i++)
        if (option_called(decision, o->data + o->at[i], row_size(o, i), 1) == key) {
            if (!exact) return i;
            if (row_size(o, i) != size || !lies_alike(S, row, o->data + o->at[i])) return -1;
            memcpy(o->data + o->at[i], row, sizeof(opt) * (size_t)size);
            return i;
        }
    return -1;
}

/* Whether components have, for each pin, one that it can be. */
static int covers(const int *c, int n, const int *pin, const int *end) {
    char taken[MOST_CHOSEN + 1];
    memset(taken, 0, sizeof taken);
    for (; pin < end; pin += 4 + pin[3]) {
        int i = 0;
        while (i < n && (taken[i] || !is_face_of(pin, FACE[c[i]]))) i++;
        if (i == n) return 0;
        taken[i] = 1;
    }
    return 1;
}

static int holds_all(const int *c, int n, const int *pin, const int *end) {
    for (; pin < end; pin += 4 + pin[3]) {
        int there = pin[2] < 0;
        for (int i = 0; i < n && !there; i++) there = c[i] == pin[2];
        if (!there) return 0;
    }
    return 1;
}

static int is_known(const int *pin, const int *end, int c) {
    for (; pin < end; pin += 4 + pin[3]) if (pin[2] == c) return 1;
    return 0;
}

/* What somebody else chooses in secret, of the options that are listed: its number. As
   `Tape.chooses` in interpreter/memory/tape.py. */
static int tape_chosen(State *S) {
    Tape *t = run->tape;
    World *w = t->world;
    Options *o = &run->options;
    int at = w->count, decision = S->decision, number = -1;
    const int *e = tape_given(CHOSEN, S->actor);
    if (e) {
        if (w->given_values[e[2]] != decision) contradicted();
        opt row[e[3]];
        for (int i = 1; i < e[3]; i++) row[i - 1] = (opt)w->given_values[e[2] + i];
        number = option_like(S, row, e[3] - 1, t->seen->exact ? 1 : -1);
        if (number < 0) contradicted();
    } else if (o->count > MANY_OPTIONS) {
        w->weight *= o->count;
        number = drawn_below(w, o->count);
    } else {
        int n = o->count, is_free, c[MOST_CHOSEN + 1], fits = 0, free = 0;
        char is_in[n + 1];
        const int *end, *pin = tape_pins(at, &end);
        is_pinned(at, 0, &is_free);
        if (!is_free) { /* rows of options, each behind its size */
            const Seen *s = t->seen;
            for (int i = 0; i < n; i++) {
                is_in[i] = 0;
                for (int k = s->values_at[at]; k < s->values_at[at + 1]; k += 1 + (int)s->values[k]) {
                    int size = row_size(o, i), same = s->values[k] == size;
                    for (int j = 0; same && j < size; j++) same = s->values[k + 1 + j] == o->data[o->at[i] + j];
                    is_in[i] |= (char)same;
                }
                fits += is_in[i];
            }
            if (!fits) contradicted();
        } else {
            int has_known = 0, whole = 1, very = 0;
            memset(is_in, 1, (size_t)n);
            fits = n;
            if (pin && pin < end) {
                for (const int *p = pin; p < end; p += 4 + p[3])
                    if (p[2] >= 0) has_known = 1; else whole = 0;
                for (int i = 0; i < n; i++) {
                    int size = components_in(decision, o->data + o->at[i], c);
                    very += is_in[i] = (char)holds_all(c, size, pin, end);
                }
                fits = very;
                if (!whole || !very) {
                    has_known = has_known && very;
                    fits = 0;
                    for (int i = 0; i < n; i++) {
                        int size = components_in(decision, o->data + o->at[i], c);
                        fits += is_in[i] = (char)((is_in[i] || !very) && covers(c, size, pin, end));
                    }
                }
                if (!fits) {
                    if (!t->seen->lenient) contradicted();
                    memset(is_in, 1, (size_t)n);
                    fits = n;
                    has_known = 0;
                }
            }
            if (!has_known) pin = end = 0;
            char was_in[n + 1];
            memcpy(was_in, is_in, (size_t)n);
            for (int i = 0; i < n; i++) {
                if (!is_in[i]) continue;
                int size = components_in(decision, o->data + o->at[i], c);
                for (int k = 0; k < size && is_in[i]; k++)
                    if (t->reserved[c[k]] > t->stop && !(pin && is_known(pin, end, c[k]))) is_in[i] = 0;
                free += is_in[i];
            }
            if (free) fits = free; else memcpy(is_in, was_in, (size_t)n);
        }
        w->weight *= fits;
        int left = drawn_below(w, fits);
        for (number = 0; !is_in[number] || left--; number++) {}
    }
    int size = row_size(o, number);
    int64_t *to = tape_note(CHOSEN, S->actor, size + 1);
    to[0] = decision;
    for (int i = 0; i < size; i++) to[1 + i] = o->data[o->at[number] + i];
    return number;
}

/* ---- a replay -------------------------------------------------------------------------- */

typedef struct {           /* a stop, to come back to it */
    State state;
    Tape tape;
    Planned *planned;
    int planned_count, count, used, made, rows, logged;
    double weight;
    Options options;
} Mark;

World *game_world(void) {
    World *w = calloc(1, sizeof(World));
    if (!w || !(w->tape = calloc(1, sizeof(Tape)))) abort();
    return w;
}

void game_world_done(World *w) {
    free(w->events); free(w->values); free(w->made_at); free(w->made_rows); free(w->log);
    free(w->kept_events); free(w->kept_values);
    free(w->tape->planned); free(w->tape); free(w);
}

static void mark(Mark *m, const State *S, const Tape *t) {
    const World *w = t->world;
    Options *o = &run->options;
    m->state = *S;
    m->tape = *t;
    m->planned = realloc(m->planned, sizeof(Planned) * (size_t)(t->planned_count + 1));
    m->options.data = realloc(m->options.data, sizeof(opt) * (size_t)(o->used + 1));
    m->options.at = realloc(m->options.at, sizeof(int) * (size_t)(o->count + 1));
    if (!m->planned || !m->options.data || !m->options.at) abort();
    memcpy(m->planned, t->planned, sizeof(Planned) * (size_t)t->planned_count);
    memcpy(m->options.data, o->data, sizeof(opt) * (size_t)o->used);
    memcpy(m->options.at, o->at, sizeof(int) * (size_t)o->count);
    m->options.used = o->used; m->options.count = o->count;
    m->count = w->count; m->used = w->used; m->made = w->made; m->rows = w->rows;
    m->logged = run->logged; m->weight = w->weight;
}

static void back(const Mark *m, State *S, Tape *t) {
    World *w = t->world;
    Options *o = &run->options;
    Planned *planned = t->planned;
    int room = t->planned_room;
    *S = m->state;
    *t = m->tape;
    t->planned = planned; t->planned_room = room;
    memcpy(t->planned, m->planned, sizeof(Planned) * (size_t)t->planned_count);
    o->used = o->count = 0;
    options_grow(o, m->options.used);
    if (m->options.count + 2 > o->slots) {
        o->slots = m->options.count + 2;
        o->at = realloc(o->at, sizeof(int) * (size_t)o->slots);
        if (!o->at) abort();
    }
    memcpy(o->data, m->options.data, sizeof(opt) * (size_t)m->options.used);
    memcpy(o->at, m->options.at, sizeof(int) * (size_t)m->options.count);
    o->used = m->options.used; o->count = m->options.count;
    w->count = m->count; w->used = m->used; w->made = m->made; w->rows = m->rows;
    run->logged = m->logged; w->weight = m->weight;
}

static void taken_down(World *w, const opt *row, int size) {
    w->made_at = more_room(w->made_at, &w->made_room, w->made + 2, sizeof(int));
    w->made_rows = more_room(w->made_rows, &w->rows_room, w->rows + size, sizeof(opt));
    memcpy(w->made_rows + w->rows, row, sizeof(opt) * (size_t)size);
    w->made_at[w->made++] = w->rows;
    w->rows += size;
    w->made_at[w->made] = w->rows;
}

/* What is chosen behind the next stop, where it is an open choice of another: then nobody sees
   what else could have been chosen, and it is listed alone. */
static void know_next(const State *S, const Tape *t) {
    const Seen *s = t->seen;
    const int *step = s->steps + 4 * t->world->at;
    run->next = run->only = 0;
    if (t->recording || t->world->at + 1 >= s->stops || step[0] != OPEN) return;
    const opt *row = s->rows + step[2];
    if (row[0] == PASSING[step[1]]) return; /* alone it would be passed over */
    run->next = row;
    run->next_decision = step[1];
    run->next_in = S;
}

/* The next choice, or the beginning: gives ASK or OVER, or why it cannot be; -1 where an open
   choice is not possible. */
static int replayed(State *S, Tape *t, int begins) {
    World *w = t->world;
    Options *o = &run->options;
    know_next(S, t);
    if (begins == 1) return guarded(S, 1, 0);
    if (begins == 2) {
        int listed = game_options(S);
        return listed < 0 || (S->decision >= 0 && !listed) ? CONTRADICTED : S->depth ? ASK : OVER;
    }
    const int *step = t->seen->steps + 4 * (w->at - 1);
    const int *copies = t->seen->copies + t->seen->copies_at[w->at - 1];
    int number = -1;
    for (; !t->recording && copies < t->seen->copies + t->seen->copies_at[w->at]; copies += 3) {
        int alike = 0;
        for (int c = 0; c < COMPONENTS; c++) alike += S->where[c] == copies[0] && FACE[c] == copies[1];
        for (int i = 0; i < copies[2] && alike > copies[2]; i++) w->weight *= (double)(i + 1) / (alike - i);
    }
    if (S->decision != step[1]) return CONTRADICTED;
    if (step[0] == SECRET) {
        jmp_buf here;
        run->leave = &here;
        if (setjmp(here)) return CONTRADICTED;
        number = tape_chosen(S);
    } else number = option_like(S, t->seen->rows + step[2], step[3], t->seen->exact);
    if (number < 0) return -1;
    int size = row_size(o, number);
    opt row[size];
    memcpy(row, o->data + o->at[number], sizeof row);
    taken_down(w, row, size);
    return guarded(S, 0, row);
}

enum { FROM_THE_START, FROM_A_STATE, ON };

/* Carries a game out again in `state`, from its beginning, from a state, or on from the last
   stop, to the last stop that the seat saw, or the first that looks otherwise. With
   `recording` what is seen is kept and not compared. With `retry`, what is drawn between two
   stops is drawn again so often. If `seen` is lenient, it goes on as long as the choices are
   possible. Gives whether it went wrong in a way that says nothing
   (no room): then it is to be done elsewhere. */
int game_replay(const Seen *seen, World *w, void *state, int how, int retry, int recording) {
    State *S = state;
    Tape *t = w->tape;
    Mark m = {0};
    int marked = 0, left = retry, broken = 0;
    game_log(1);
    if (how != ON) {
        Planned *planned = t->planned;
        int room = t->planned_room;
        memset(t, 0, sizeof *t);
        t->planned = planned; t->planned_room = room;
        w->weight = 1;
        w->count = w->used = w->made = w->rows = w->reached = w->entries = 0;
        w->at = w->differing = 0;
        w->drawn = 0;
        if (how == FROM_THE_START) *S = INITIAL;
    }
    w->refused = w->fits = w->ended = 0;
    t->seen = seen;
    t->world = w;
    t->recording = recording;
    run->tape = t;
    if (how == ON && game_options(S) < 0) broken = 1;
    while (!broken) {
        int begins = w->at ? 0 : how == FROM_A_STATE ? 2 : 1, logged = run->logged;
        int status = replayed(S, t, begins), looks = 0;
        if (status == FAULT && run->code == FAULT_CAPACITY) { broken = 1; break; }
        w->ended = status == ASK || status == OVER;
        w->last = w->entries + logged;
        if (w->ended) {
            uint64_t x = sight_of(S, seen, 1, logged);
            if (recording) {
                seen->sights[w->at] = x;
                seen->moves[w->at] = t->moved;
            }
            looks = recording || (seen->sights[w->at] == x && seen->moves[w->at] == t->moved);
        }
        if (looks || (seen->lenient && w->ended)) {
            w->differing += !looks;
            if (!w->differing) w->reached++;
            t->moved = 0;
            t->stop = w->at++;
            if (w->at == seen->stops) { w->fits = !w->differing; break; }
            if (retry) { left = retry; mark(&m, S, t); marked = 1; }
            continue;
        }
        if (status == -1) { w->refused = seen->steps[4 * (w->at - 1)] != OWN; break; }
        if (!left || !marked || w->count <= most_of(m.count, w->given)) break;
        left--;
        back(&m, S, t);
    }
    run->tape = 0;
    run->next = run->only = 0;
    int used = run->logged;
    w->log = more_room(w->log, &w->log_room, w->entries + used, sizeof(num));
    if (used) memcpy(w->log + w->entries, run->log, sizeof(num) * (size_t)used);
    w->entries += used;
    game_log(0);
    free(m.planned); free(m.options.data); free(m.options.at);
    return broken;
}

/* ---- components that change places --------------------------------------------------- */

static int is_exchanged(int64_t *value, int a, int b) {
    if (*value != a && *value != b) return 0;
    *value = *value == a ? b : a;
    return 1;
}

/* In an option: components in order of their numbers stay in order. */
static int option_exchanged(int64_t *of, int a, int b) {
    int item = ITEMS_AT[of[0]] + (int)of[1], changed = 0;
    int64_t *row = of + 2;
    for (int i = PARAMETERS_AT[item]; i < PARAMETERS_AT[item + 1]; i++) {
        const int *p = PARAMETERS + 3 * i;
        int size = p[0] == ALONE ? 1 : p[0] == IN_A_ROW ? (int)*row++ : p[1], rises = 1, here = 0;
        for (int k = 1; k < size; k++) rises &= row[k - 1] < row[k];
        if (p[2])
            for (int k = 0; k < size; k++) here |= is_exchanged(row + k, a, b);
        if (here && rises)
            for (int k = 1; k < size; k++)
                for (int j = k; j > 0 && row[j - 1] > row[j]; j--) {
                    int64_t x = row[j];
                    row[j] = row[j - 1];
                    row[j - 1] = x;
                }
        changed |= here;
        row += size;
    }
    return changed;
}

enum { FROM_THERE_ON, ONLY_THERE, UP_TO_A_SHUFFLE, ONLY_CHOICES };

/* The events of a world with two components exchanged, from one event on, are given to another;
   whether that changes anything. */
static int exchanged(const World *from, World *w, int a, int b, int start, int mode) {
    int count = from->count, changed = 0;
    w->kept_events = more_room(w->kept_events, &w->kept_room, 4 * count, sizeof(int));
    w->kept_values = more_room(w->kept_values, &w->kept_values_room, from->used, sizeof(int64_t));
    memcpy(w->kept_events, from->events, sizeof(int) * 4 * (size_t)count);
    memcpy(w->kept_values, from->values, sizeof(int64_t) * (size_t)from->used);
    for (int at = start; at < count && (mode != ONLY_THERE || at == start); at++) {
        const int *e = from->events + 4 * at;
        int64_t *of = w->kept_values + e[2];
        int kind = e[0], here = 0, both = 0;
        if (kind == SHUFFLED)
            for (int i = 0; i < e[3]; i++) both += of[i] == a || of[i] == b;
        if (mode == UP_TO_A_SHUFFLE && both == 2 && at > start) break;
        if (mode == ONLY_CHOICES && kind != CHOSEN) continue;
        if (kind == SHUFFLED && both)
            for (int i = 0; i < e[3]; i++) here |= is_exchanged(of + i, a, b);
        else if (kind == DRAWN || (kind == RANDOM && e[1] == -1)) here = is_exchanged(of, a, b);
        else if (kind == CHOSEN) here = option_exchanged(of, a, b);
        changed |= here;
    }
    w->given = count;
    w->given_events = w->kept_events;
    w->given_values = w->kept_values;
    return changed;
}

/* As `game_replay`, with the events of a world in which two components are exchanged; below 0
   where that changes nothing. */
int game_exchange(const Seen *seen, const World *from, World *w, void *state, int how, int a, int b,
                  int start, int mode) {
    int broken = exchanged(from, w, a, b, start, mode) ? game_replay(seen, w, state, how, 0, 0) : -1;
    w->given = 0;
    return broken;
}

/* What a seat sees of a state that has been reached, by numbers of components. */
uint64_t game_sight(const Seen *seen, void *state) {
    game_log(0);
    run->logged = 0;
    if (game_options(state) < 0) return 0;
    return sight_of(state, seen, 0, 0);
}
