/* What knows the State of a game: moving, drawing, going on, looking ahead, playing.
   Defined before: State, ZONES, KIND, FACE, the routines, WHO, LIST_OPTIONS, PROCEDURES,
   OTHERWISE, PASSING, looks, DO_OPTION_* and WORTH, CHOOSER, clear_dead, forget_gained. */

static inline int16_t *row_at(State *S, int slot) {
    return (int16_t *)((char *)S + ZONES[slot].offset);
}

static inline G *grid_at(State *S, int slot) { return (G *)((char *)S + ZONES[slot].offset); }

static inline int seat_beside(int p, int by, int line) {
    if (UNLIKELY(p < 0 || p >= PLAYERS)) fault(FAULT_KEY, p, 0, 0, line);
    return (p + by) % PLAYERS;
}

static inline void set_add(State *S, int slot, int c) {
    if (ZONES[slot].set >= 0)
        S->zone_sets[ZONES[slot].set].w[c >> 6] |= 1ull << (c & 63);
}

static inline void set_remove(State *S, int slot, int c) {
    if (ZONES[slot].set >= 0)
        S->zone_sets[ZONES[slot].set].w[c >> 6] &= ~(1ull << (c & 63));
}

static int zone_count(State *S, int slot) {
    switch (ZONES[slot].kind) {
    case ROW: case PILE: return row_at(S, slot)[0];
    case GRID: return grid_at(S, slot)->n;
    case SPACE: return row_at(S, slot)[0] != NONE;
    default: {
        const SET *s = &S->zone_sets[ZONES[slot].set];
        int n = 0;
        for (size_t i = 0; i < sizeof s->w / 8; i++) n += __builtin_popcountll(s->w[i]);
        return n;
    }
    }
}

/* The place of a component where the order says something; else -1. */
static int place_of(State *S, int c) {
    int slot = S->where[c];
    if (!run->log || (ZONES[slot].kind != ROW && ZONES[slot].kind != PILE)) return -1;
    const int16_t *z = row_at(S, slot);
    for (int i = 0; i < z[0]; i++)
        if (z[1 + i] == c) return i;
    return -1;
}

/* Note what lies in a zone that is shown. */
static void note_content(State *S, int slot) {
    if (!run->log) return;
    int kind = ZONES[slot].kind;
    if (kind == ROW || kind == PILE) {
        const int16_t *z = row_at(S, slot);
        for (int i = 0; i < z[0]; i++) note(6, z[1 + i], 0, 0);
    } else if (kind == LOOSE)
        for (int c = 0; c < COMPONENTS; c++) if (S->where[c] == slot) note(6, c, 0, 0);
}

#if HIDES   /* replay.h */
#define IS_TAPED(S) (UNLIKELY(run->tape != 0) && !(S)->probe)
static void tape_moved(State *S, int source, int slot, int c);
static void tape_moved_all(State *S, V cards, int slot);
static void tape_shuffled(State *S, int slot);
static int tape_drawn(State *S, int slot);
static int tape_kind(State *S, int kinds, piece *from);
static num tape_random(State *S, const int *few, const num *wide, num low, num n, int where, int line);
#define TAPED(S, act) if (IS_TAPED(S)) { act; }
#else
#define TAPED(S, act)
#endif

static num draw_number(State *S, num n, int line) {
    if (UNLIKELY(n < 1)) fault(FAULT_DRAW, 0, 0, 0, line);
    if (UNLIKELY(S->probe)) leave(UNFORESEEABLE);
    S->counter++;
    return (num)chance_draw(S->seed, S->counter, (uint64_t)n);
}

/* One of `n` numbers from `low` on, or of a row of numbers; `where` is said of the event. */
static inline num draw_between(State *S, num low, num n, int line) {
    TAPED(S, return tape_random(S, 0, 0, low, n, -2, line))
    return low + draw_number(S, n, line);
}

static inline int draw_few(State *S, const int *few, int n, int where, int line) {
    TAPED(S, return (int)tape_random(S, few, 0, 0, n, where, line))
    return few[draw_number(S, n, line)];
}

static inline num draw_wide(State *S, const num *wide, int n, int where, int line) {
    TAPED(S, return tape_random(S, 0, wide, 0, n, where, line))
    return wide[draw_number(S, n, line)];
}

static void shuffle_zone(State *S, int slot, int line) {
    TAPED(S, int n = zone_count(S, slot); if (n > 1) { S->counter += (uint64_t)n - 1; tape_shuffled(S, slot); } return)
    if (ZONES[slot].kind == LOOSE) {
        for (int i = zone_count(S, slot) - 1; i > 0; i--) draw_number(S, i + 1, line);
        return;
    }
    int16_t *z = row_at(S, slot);
    for (int i = z[0] - 1; i > 0; i--) {
        int j = (int)draw_number(S, i + 1, line);
        int16_t x = z[1 + i];
        z[1 + i] = z[1 + j];
        z[1 + j] = x;
    }
}

static void take_out(State *S, int c) {
    int slot = S->where[c];
    switch (ZONES[slot].kind) {
    case ROW: case PILE: {
        int16_t *z = row_at(S, slot);
        int i = 0;
        while (z[1 + i] != c) i++;
        memmove(z + 1 + i, z + 2 + i, sizeof(int16_t) * (size_t)(z[0] - 1 - i));
        z[z[0]] = 0;
        z[0]--;
        break;
    }
    case SPACE: row_at(S, slot)[0] = NONE; break;
    case GRID: {
        G *g = grid_at(S, slot);
        for (int i = 0; i < g->n; i++) if (g->what[i] == c) { grid_remove_at(g, i); break; }
        break;
    }
    }
    S->reveals += ZONES[slot].face_down;
    set_remove(S, slot, c);
}

static void put_in(State *S, int c, int slot, int bottom, int line) {
    int most = ZONES[slot].most;
    if (most >= 0 && zone_count(S, slot) >= most) fault(FAULT_FULL, ZONES[slot].name, most, 0, line);
    switch (ZONES[slot].kind) {
    case SPACE:
        if (UNLIKELY(row_at(S, slot)[0] != NONE))
            fault(FAULT_TAKEN, ZONES[slot].name, row_at(S, slot)[0], 0, line);
        row_at(S, slot)[0] = (int16_t)c;
        break;
    case ROW: case PILE: {
        int16_t *z = row_at(S, slot);
        if ((ZONES[slot].kind == PILE) != bottom) {
            memmove(z + 2, z + 1, sizeof(int16_t) * (size_t)z[0]);
            z[1] = (int16_t)c;
        } else z[1 + z[0]] = (int16_t)c;
        z[0]++;
        break;
    }
    }
    S->where[c] = (int16_t)slot;
    set_add(S, slot, c);
}

static void move_one(State *S, int c, int slot, int bottom, int line) {
    if (UNLIKELY(c == NONE)) fault(FAULT_MOVE_NONE, 0, 0, 0, line);
    TAPED(S, tape_moved(S, S->where[c], slot, c))
    take_out(S, c);
    put_in(S, c, slot, bottom, line);
}

static void move_all(State *S, V cards, int slot, int bottom, int line) {
    if (!cards.n) return;
    TAPED(S, tape_moved_all(S, cards, slot))
    int whole = S->where[cards.v[0]], same = cards.n > 3 && whole != slot;
    if (same && (ZONES[whole].kind == ROW || ZONES[whole].kind == PILE)) {
        int16_t *z = row_at(S, whole);
        same = z[0] == cards.n;
        for (int i = 0; same && i < cards.n; i++) same = z[1 + i] == cards.v[i];
        if (same) {
            memset(z, 0, sizeof(int16_t) * (size_t)(cards.n + 1));
            S->reveals += ZONES[whole].face_down;
        }
    } else if (same && ZONES[whole].kind == LOOSE) {
        same = zone_count(S, whole) == cards.n;
        for (int i = 0; same && i < cards.n; i++)
            same = S->where[cards.v[i]] == whole && (!i || cards.v[i - 1] < cards.v[i]);
        if (same) {
            S->reveals += ZONES[whole].face_down;
            memset(&S->zone_sets[ZONES[whole].set], 0, sizeof(SET));
        }
    } else same = 0;
    if (!same) for (int i = 0; i < cards.n; i++) take_out(S, cards.v[i]);
    if (ZONES[slot].kind == PILE && !bottom)
        for (int i = cards.n - 1; i >= 0; i--) put_in(S, cards.v[i], slot, bottom, line);
    else
        for (int i = 0; i < cards.n; i++) put_in(S, cards.v[i], slot, bottom, line);
}

/* Components that move at once: of each row of them those from `at[i]` on go to `slot[i]`.
   `wrong` is the fault that moving them would be, of the component `of`. */
typedef struct {
    int n, rows, wrong, of, c[COMPONENTS + 1], at[COMPONENTS + 2], slot[COMPONENTS + 1];
    uint8_t bottom[COMPONENTS + 1];
    uint64_t taken[COMPONENTS / 64 + 1];
} Apart;

static void move_apart_of(Apart *m, V cards, int slot, int bottom) {
    if (!cards.n || m->wrong) return;
    m->slot[m->rows] = slot;
    m->bottom[m->rows] = (uint8_t)bottom;
    m->at[m->rows++] = m->n;
    for (int i = 0; i < cards.n; i++) {
        int c = cards.v[i];
        m->of = c;
        if (UNLIKELY(c == NONE)) m->wrong = FAULT_MOVE_NONE;
        else if (UNLIKELY(m->taken[c >> 6] >> (c & 63) & 1)) m->wrong = FAULT_TWICE;
        if (m->wrong) return;
        m->taken[c >> 6] |= 1ull << (c & 63);
        m->c[m->n++] = c;
    }
    m->at[m->rows] = m->n;
}

static void move_apart(State *S, const Apart *m, int line) {
    if (UNLIKELY(m->wrong)) fault(m->wrong, m->wrong == FAULT_TWICE ? m->of : 0, 0, 0, line);
    for (int r = 0; r < m->rows; r++)
        TAPED(S, tape_moved_all(S, (V){(int *)m->c + m->at[r], m->at[r + 1] - m->at[r]}, m->slot[r]))
    for (int i = 0; i < m->n; i++) take_out(S, m->c[i]);
    for (int r = 0; r < m->rows; r++) {
        int slot = m->slot[r], turned = ZONES[slot].kind == PILE && !m->bottom[r];
        for (int i = m->at[r]; i < m->at[r + 1]; i++)
            put_in(S, m->c[turned ? m->at[r] + m->at[r + 1] - 1 - i : i], slot, m->bottom[r], line);
    }
}

static void place_one(State *S, int c, int slot, int at, int line) {
    if (UNLIKELY(c == NONE)) fault(FAULT_MOVE_NONE, 0, 0, 0, line);
    TAPED(S, tape_moved(S, S->where[c], slot, c))
    take_out(S, c);
    G *g = grid_at(S, slot);
    int there = grid_get(g, at);
    if (UNLIKELY(there != NONE)) fault(FAULT_CELL, there, 0, 0, line);
    grid_set(g, at, c, line);
    S->where[c] = (int16_t)slot;
    set_add(S, slot, c);
}

static int drawn(State *S, int source, int slot, int line) {
    int c = NONE;
    if (ZONES[source].kind == LOOSE) {
        int n = zone_count(S, source);
        if (UNLIKELY(!n)) fault(FAULT_DRAW_EMPTY, ZONES[source].name, 0, 0, line);
        c = NONE;
        TAPED(S, if (ZONES[source].is_bag) { S->counter++; c = tape_drawn(S, source); })
        if (c == NONE) {
            int k = ZONES[source].is_bag ? (int)draw_number(S, n, line) : 0;
            c = set_nth(S->zone_sets[ZONES[source].set], k);
        }
    } else {
        int16_t *z = row_at(S, source);
        if (UNLIKELY(!z[0])) fault(FAULT_DRAW_EMPTY, ZONES[source].name, 0, 0, line);
        c = z[1];
    }
    if (UNLIKELY(!(ZONES[slot].holds >> KIND[c] & 1))) fault(FAULT_KIND, c, ZONES[slot].name, 0, line);
    return c;
}

static void draw_some(State *S, num count, int source, int slot, int bottom, int line) {
    for (num i = 0; i < count; i++) move_one(S, drawn(S, source, slot, line), slot, bottom, line);
}

static void draw_place(State *S, num count, int source, int slot, int at, int line) {
    for (num i = 0; i < count; i++) place_one(S, drawn(S, source, slot, line), slot, at, line);
}

static inline void move_pieces(num count, int32_t *stock, int16_t *post, int owner,
                               int32_t *to_stock, int16_t *to_post, int to_owner, int most,
                               int from_name, int to_name, int line) {
    if (UNLIKELY(count < 0)) fault(FAULT_PIECES, count, 0, 0, line);
    if (!count) return;
    if (stock) {
        if (UNLIKELY(*stock < count)) fault(FAULT_FEW, count, from_name, *stock, line);
    } else {
        if (UNLIKELY(*post == NONE || count != 1)) fault(FAULT_NO_PIECE, from_name, 0, 0, line);
        owner = *post;
    }
    if (to_stock) {
        if (UNLIKELY(to_stock != stock && to_owner != NONE && owner != to_owner))
            fault(FAULT_OWNER, owner, to_name, to_owner, line);
        if (UNLIKELY(most >= 0 && to_stock != stock && *to_stock + count > most))
            fault(FAULT_FULL, to_name, most, 0, line);
    } else if (UNLIKELY(to_post != post && (*to_post != NONE || count != 1)))
        fault(FAULT_ROOM, to_name, 0, 0, line);
    if (stock) *stock -= (int32_t)count; else *post = NONE;
    if (to_stock) *to_stock += (int32_t)count; else *to_post = (int16_t)owner;
}

static void move_kinds(int kinds, const num *moved, piece *from, piece *to, num most,
                       int from_name, int to_name, int line) {
    int any = 0, few = 0;
    num least = 0, sum = 0;
    for (int i = 0; i < kinds; i++) {
        any |= moved[i] != 0;
        least = least_of(least, moved[i]);
        few |= from[i] < moved[i];
    }
    if (from == to || !any) return;
    if (UNLIKELY(least < 0)) fault(FAULT_PIECES, least, 0, 0, line);
    if (UNLIKELY(few)) fault(FAULT_MORE, from_name, 0, 0, line);
    for (int i = 0; i < kinds; i++) {
        from[i] -= (piece)moved[i];
        to[i] += (piece)moved[i];
        sum += to[i];
    }
    if (UNLIKELY(most >= 0 && sum > most)) fault(FAULT_FULL, to_name, most, 0, line);
}

static void draw_kinds(State *S, num count, int kinds, piece *from, piece *to, num most,
                       int from_name, int to_name, int line) {
    for (num i = 0; i < count; i++) {
        num sum = 0, moved[64] = {0};
        int k = 0;
        for (int j = 0; j < kinds; j++) sum += from[j];
        if (UNLIKELY(!sum)) fault(FAULT_DRAW_EMPTY, from_name, 0, 0, line);
        num x = -1;
        TAPED(S, x = 0; k = tape_kind(S, kinds, from))
        if (x < 0) for (x = draw_number(S, sum, line); x >= from[k];) x -= from[k++];
        moved[k] = 1;
        move_kinds(kinds, moved, from, to, most, from_name, to_name, line);
    }
}

static int same_faces(V a, V b, int ordered) {
    if (a.n != b.n) return 0;
    int count[COMPONENTS + 1];
    if (ordered) {
        for (int i = 0; i < a.n; i++) if (FACE[a.v[i]] != FACE[b.v[i]]) return 0;
        return 1;
    }
    memset(count, 0, sizeof count);
    for (int i = 0; i < a.n; i++) { count[FACE[a.v[i]]]++; count[FACE[b.v[i]]]--; }
    for (int i = 0; i < COMPONENTS; i++) if (count[i]) return 0;
    return 1;
}

/* Ranks the players by their keys. Players of whom `teams` says the same are one team: as
   many are before somebody as teams are; without `teams` everybody is one. The points are
   the keys number `first`. */
static void rank_all(State *S, const num *k, int keys, int first, const num *teams) {
    for (int p = 0; p < PLAYERS; p++) {
        int place = 1;
        for (int q = 0; q < PLAYERS; q++) {
            int d = 0, again = 0;
            for (int r = 0; teams && r < q; r++) again |= teams[r] == teams[q];
            if (again) continue;
            for (int i = 0; i < keys && !d; i++)
                d = (k[q * keys + i] > k[p * keys + i]) - (k[q * keys + i] < k[p * keys + i]);
            place += d > 0;
        }
        S->result[p] = (int8_t)place;
        S->points[p] = k[p * keys + first];
    }
    S->has_result = S->has_points = 1;
}

/* Gives the team of a player one place and everybody else another one; without a player all
   are the others. */
static void all_placed(State *S, int player, int place, int others, const num *teams) {
    for (int p = 0; p < PLAYERS; p++) {
        int own = player != NONE && (teams ? teams[p] == teams[player] : p == player);
        S->result[p] = (int8_t)(own ? place : others);
    }
    S->has_result = 1;
}

/* ---- going on ----------------------------------------------------------------------- */

enum { ASKED = 10, CALLED, RETURNED, EXPLORED, FOUND_END };

static int run_on(State *S, int floor);

/* Whether an option leads to a decision without any option; chance is not foreseen. */
static int dead_end(const State *S, const opt *option) {
    State trial = *S;
    jmp_buf here, *before = run->leave;
    num *log = run->log;
    int item = run->item, rounds = run->rounds;
    const opt *values = run->values;
    volatile int dead = 0;
    Options kept = run->options;
    Counted ways = counted;
    run->log = 0;
    run->leave = &here;
    trial.probe = 1;
    int why = setjmp(here);
    if (!why) {
        run->item = (int)option[0];
        run->values = option + 1;
        run->rounds = 0;
        int status = proceed(&trial);
        if (status == CALLED) dead = run_on(&trial, S->depth) == NOTHING;
    }
    run->leave = before;
    run->log = log;
    run->item = item;
    run->values = values;
    run->rounds = rounds;
    run->options.used = kept.used;
    run->options.count = kept.count;
    counted.on = ways.on;
    counted.count = ways.count;
    if (why == FAULT) leave(FAULT);
    return dead;
}

/* Whether an option that stands alone in the buffer chooses nothing: not even none of several. */
static int takes_none(int at) {
    while (++at < run->options.used)
        if (run->options.data[at]) return 0;
    return 1;
}

/* The options of the decision that a state waits for, listed at the end of the buffer or, where
   that is wanted and they are many, counted; gives how many there are. */
static int list_options(State *S) {
    int first = run->options.count, used = run->options.used, ways = counted.count, on = counted.on;
    uint64_t ahead = looks(S);
    if (ahead) counted.on = 0; /* each option is looked at */
    offer(S);
    counted.on = on;
    if (ahead) {
        int kept = first, end = used;
        for (int i = first; i < run->options.count; i++) {
            int begin = run->options.at[i];
            int stop = i + 1 < run->options.count ? run->options.at[i + 1] : run->options.used;
            opt *option = run->options.data + begin;
            if (ahead >> option[0] & 1) {
                opt copy[stop - begin];
                memcpy(copy, option, sizeof(opt) * (size_t)(stop - begin));
                if (dead_end(S, copy)) continue;
            }
            memmove(run->options.data + end, run->options.data + begin, sizeof(opt) * (size_t)(stop - begin));
            run->options.at[kept++] = end;
            end += stop - begin;
        }
        run->options.count = kept;
        run->options.used = end;
    }
    int count = run->options.count - first;
    if (UNLIKELY(counted.count > ways)) {
        uint64_t more = counted_from(ways);
        return more < (uint64_t)(INT_MAX - count) ? count + (int)more : INT_MAX;
    }
    if (count == 1 && run->options.data[used] == PASSING[S->decision] && takes_none(used)) {
        run->options.count = first;
        run->options.used = used;
        return 0;
    }
    return count;
}

/* The same, where what is chosen next is known: it alone, if it is an option. Then it is one
   of those that would be listed; if it is none, all are listed. */
static int list_known(State *S) {
#if HIDES
    if (run->next && run->next_in == S && run->next_decision == S->decision) {
        Options *o = &run->options;
        int count = o->count, used = o->used;
        run->only = run->next;
        int alone = list_options(S);
        run->only = 0;
        if (alone) return alone;
        o->count = count;
        o->used = used;
    }
#endif
    return list_options(S);
}

static int explore(State *S);
static int begin_scoring(State *S, int player);
static int begin_estimate(State *S, int player);

/* Goes on to the next decision (ASK, its options not listed), the end (OVER), or the end of
   choices that are explored (FOUND). */
static inline int go_on(State *S) {
    while (S->depth) {
        int status = proceed(S);
        if (LIKELY(status == ASKED)) return ASK;
        if (status == EXPLORED) explore(S);
        else if (status == FOUND_END) return FOUND;
    }
    return OVER;
}

/* Whether a decision without an option is to be passed over; goes to what stands for it then. */
static inline int otherwise(State *S, int decision) {
    if (!OTHERWISE[decision]) return 0;
    S->stack[S->depth - 1].pc = OTHERWISE[decision];
    return 1;
}

/* Goes on until the next decision (ASK, its options listed), the end (OVER), a return to
   `floor` frames (OVER), or the end of choices that are explored (FOUND). */
static int run_on(State *S, int floor) {
    for (;;) {
        if (S->depth == 0 || S->depth <= floor) return OVER;
        int status = proceed(S);
        switch (status) {
        case ASKED: {
            int decision = S->decision, count = floor < 0 ? list_known(S) : list_options(S);
            S->decision = (int16_t)decision;
            if (count || !OTHERWISE[decision]) {
                S->actor = (int16_t)chooser_of(S);
                if (count) return ASK;
                if (floor >= 0) return NOTHING;
                fault(FAULT_NOTHING, decision, 0, 0, ASKED_AT[decision]);
            }
            otherwise(S, decision);
            break;
        }
        case EXPLORED: explore(S); break;
        case FOUND_END: return FOUND;
        default: break;
        }
    }
}

static void end_game(State *S) {
    S->depth = 0;
    S->decision = -1;
    S->actor = NONE;
    S->has_result |= !S->has_result ? 2 : 0;
}

static void choose(State *S, const opt *option) {
    run->item = (int)option[0];
    run->values = option + 1;
    run->rounds = 0;
}

/* ---- choices made as well as possible ---------------------------------------------------- */

typedef struct { uint64_t a, b; num value; int way; } Situation;
typedef struct { int next, begin, size; } Way;

typedef struct Search {
    Situation *known;
    int known_room, known_count;
    Way *ways;
    int way_room, way_count;
    opt *data;
    int data_room, data_used;
    int depth, player, number;
    State canonical;
} Search;

#define search (*run->found)

#define MOST_SITUATIONS 500000

static inline uint64_t hash_step(uint64_t x, uint64_t w) {
    x = (x ^ w) * 0xBF58476D1CE4E5B9ull;
    return x ^ x >> 29;
}

static void hash_bytes(uint64_t *x, const void *from, size_t n) {
    const unsigned char *p = from;
    uint64_t w[4];
    size_t i = 0;
    for (; i + 32 <= n; i += 32) { /* four ways that do not wait for each other */
        memcpy(w, p + i, 32);
        for (int k = 0; k < 4; k++) x[k] = hash_step(x[k], w[k]);
    }
    if (i == n) return;
    memset(w, 0, sizeof w);
    memcpy(w, p + i, n - i);
    for (int k = 0; k < 4; k++) x[k] = hash_step(x[k], w[k]);
}

/* A state without what nothing will read any more and what had been gained (which it
   gives), as a number of 128 bits: all that the choices to be made can change. */
static num hash_state(const State *S, uint64_t *a, uint64_t *b) {
    uint64_t x[4] = {0x9E3779B97F4A7C15ull, 0xC2B2AE3D27D4EB4Full, 1, 2};
    int first = PARTS_AT[search.number];
    num gained;
    State *T = &search.canonical;
    if (first < 0) {
        *T = *S;
        clear_dead(T, search.depth);
        gained = forget_gained(T);
        hash_bytes(x, T, sizeof(State));
    } else {
        memcpy(T, S, FRAMES_AT);
        for (int i = 0; i < S->depth; i++) {
            Part p = FRAME_PARTS[S->stack[i].procedure];
            memcpy((char *)T + p.at, (const char *)S + p.at, (size_t)p.size);
        }
        for (const Part *p = PARTS + first; p->size; p++)
            memcpy((char *)T + p->at, (const char *)S + p->at, (size_t)p->size);
        clear_locals(T, search.depth);
        gained = forget_gained(T);
        hash_bytes(x, T, FRAMES_AT);
        for (int i = 0; i < T->depth; i++) {
            Part p = FRAME_PARTS[T->stack[i].procedure];
            hash_bytes(x, (char *)T + p.at, (size_t)p.size);
        }
        for (const Part *p = PARTS + first; p->size; p++)
            hash_bytes(x, (char *)T + p->at, (size_t)p->size);
    }
    *a = hash_step(hash_step(hash_step(x[0], x[1]), x[2]), x[3]);
    *b = hash_step(hash_step(hash_step(x[3] + 1, x[2]), x[1]), x[0]);
    return gained;
}

static Situation *situation(uint64_t a, uint64_t b) {
    unsigned mask = (unsigned)search.known_room - 1, i = (unsigned)a & mask;
    while (search.known[i].way != -2 && (search.known[i].a != a || search.known[i].b != b)) i = (i + 1) & mask;
    return &search.known[i];
}

static void situations_grow(void) {
    Situation *before = search.known;
    int room = search.known_room;
    search.known_room = room ? room * 2 : 1024;
    search.known = malloc(sizeof(Situation) * (size_t)search.known_room);
    if (!search.known) abort();
    for (int i = 0; i < search.known_room; i++) search.known[i].way = -2;
    for (int i = 0; i < room; i++)
        if (before[i].way != -2) *situation(before[i].a, before[i].b) = before[i];
    free(before);
}

/* The greatest value from here on; the way there is kept. */
static num best_from(State *S, int status, int *way) {
    if (status == FOUND) { *way = -1; return worth(S); }
    if (status == OVER) leave(OVER);
    if (S->actor != search.player) fault(FAULT_BEST_OTHER, 0, 0, 0, EXPLORED_AT[search.number]);
    uint64_t a, b;
    num before = hash_state(S, &a, &b);
    Situation *found = situation(a, b);
    if (found->way != -2) { *way = found->way; return before + found->value; }
    if (search.known_count >= MOST_SITUATIONS) fault(FAULT_BEST_MANY, 0, 0, 0, EXPLORED_AT[search.number]);
    int count = run->options.count, used = run->options.used, first = search.data_used;
    int total = used;
    if (search.data_used + total + count + 1 > search.data_room) {
        search.data_room = (search.data_used + total + count + 1) * 2;
        search.data = realloc(search.data, sizeof(opt) * (size_t)search.data_room);
        if (!search.data) abort();
    }
    int starts[count + 1];
    memcpy(starts, run->options.at, sizeof(int) * (size_t)count);
    starts[count] = used;
    memcpy(search.data + first, run->options.data, sizeof(opt) * (size_t)used);
    search.data_used += used;
    num best = 0;
    int best_way = -1, any = 0;
    for (int i = 0; i < count; i++) {
        State trial = *S;
        opt option[starts[i + 1] - starts[i]];
        memcpy(option, search.data + first + starts[i], sizeof option);
        choose(&trial, option);
        run->options.count = run->options.used = 0;
        int rest;
        num value = best_from(&trial, run_on(&trial, -1), &rest);
        if (!any || value > best) {
            any = 1;
            best = value;
            if (search.way_count == search.way_room) {
                search.way_room = search.way_room * 2 + 256;
                search.ways = realloc(search.ways, sizeof(Way) * (size_t)search.way_room);
                if (!search.ways) abort();
            }
            search.ways[search.way_count] = (Way){rest, first + starts[i], starts[i + 1] - starts[i]};
            best_way = search.way_count++;
        }
    }
    search.known_count++;
    if (search.known_count * 2 > search.known_room) situations_grow();
    found = situation(a, b);
    *found = (Situation){a, b, best - before, best_way};
    *way = best_way;
    return best;
}

static int explore(State *S) {
    jmp_buf here, *before = run->leave;
    num *log = run->log;
    int way = -1, on = counted.on;
    State trial = *S;
    trial.probe = 1;
    search.number = S->explore;
    search.player = best_chooser(S);
    search.depth = S->depth;
    search.known_count = search.way_count = search.data_used = 0;
    counted.on = 0;
    if (!search.known) situations_grow();
    for (int i = 0; i < search.known_room; i++) search.known[i].way = -2;
    run->log = 0;
    run->leave = &here;
    int why = setjmp(here);
    if (!why) {
        run->options.count = run->options.used = 0;
        best_from(&trial, run_on(&trial, -1), &way);
    }
    run->leave = before;
    run->log = log;
    counted.on = on;
    if (why == UNFORESEEABLE) {
        if (S->probe) leave(UNFORESEEABLE);
        fault(FAULT_BEST_CHANCE, 0, 0, 0, EXPLORED_AT[S->explore]);
    }
    if (why) leave(why);
    run->options.count = run->options.used = 0;
    counted.on = 0;
    int status = run_on(S, -1);
    while (way >= 0) {
        choose(S, search.data + search.ways[way].begin);
        run->options.count = run->options.used = 0;
        status = run_on(S, -1);
        way = search.ways[way].next;
    }
    run->options.count = run->options.used = 0;
    counted.on = on;
    return status;
}

/* ---- for the host ---------------------------------------------------------------------------- */

static Run *this_run(void) {
    if (!run) {
        run = calloc(1, sizeof(Run));
        if (!run) abort();
        run->found = calloc(1, sizeof(Search));
        run->ways = calloc(1, sizeof(Counted));
        if (!run->found || !run->ways) abort();
    }
    return run;
}

static void met_done(void);

/* A thread that ends gives back what its runs have taken. */
void game_done(void) {
    if (!run) return;
    met_done();
    free(run->options.data); free(run->options.at); free(run->log); free(run->flat);
    free(run->found->known); free(run->found->ways); free(run->found->data); free(run->found);
    free(counted.bunches); free(counted.data); free(counted.table); free(run->ways);
    free(run);
    run = 0;
}

static State INITIAL;

static int guarded(State *S, int starting, const opt *option) {
    jmp_buf here;
    this_run()->leave = &here;
    run->rounds = 0;
    counted.on = 0;
    int why = setjmp(here);
    if (!why) {
        if (starting) push(S, PLAY);
        else choose(S, option);
        run->options.count = run->options.used = 0;
        int status = run_on(S, -1);
        if (status == OVER) end_game(S);
        return status;
    }
    if (why == OVER) { end_game(S); run->options.count = run->options.used = 0; }
    return why;
}

size_t game_size(void) { return sizeof(State); }

void game_initial(const num *values) { memset(&INITIAL, 0, sizeof INITIAL); import_state(&INITIAL, values); }

int game_start(void *to, uint64_t seed) {
    State *S = to;
    *S = INITIAL;
    S->seed = seed;
    return guarded(S, 1, 0);
}

int game_choose(void *state, const opt *option) { return guarded(state, 0, option); }

int game_choose_number(void *state, int number) {
    Options *o = &this_run()->options;
    int begin = o->at[number], end = number + 1 < o->count ? o->at[number + 1] : o->used;
    opt option[end - begin];
    memcpy(option, o->data + begin, sizeof option);
    return guarded(state, 0, option);
}

int game_options(void *state) {
    State *S = state;
    jmp_buf here;
    this_run()->leave = &here;
    run->options.count = run->options.used = 0;
    counted.on = 0;
    if (S->decision < 0) return 0;
    if (setjmp(here)) return -1;
    return list_options(S);
}

int game_option_count(void) { return this_run()->options.count; }
int game_option_used(void) { return this_run()->options.used; }
const opt *game_option_data(void) { return this_run()->options.data; }
const int *game_option_starts(void) { return this_run()->options.at; }
void game_log(int on) {
    this_run()->logged = 0;
    if (on && !this_run()->log) {
        this_run()->log_room = 256;
        this_run()->log = malloc(sizeof(num) * 256);
    } else if (!on) { free(this_run()->log); this_run()->log = 0; }
}
int game_logged(void) { return this_run()->logged; }
const num *game_log_data(void) { return this_run()->log; }
void game_fault(num *out) {
    out[0] = this_run()->code; out[1] = this_run()->a; out[2] = this_run()->b; out[3] = this_run()->c; out[4] = this_run()->line;
    memcpy(out + 5, this_run()->keys, sizeof this_run()->keys);
}
int game_export(const void *state, num *out, int room) { return export_state(state, out, room); }
int game_import(void *state, const num *in) { memset(state, 0, sizeof(State)); return import_state(state, in); }
void game_copy(void *to, const void *from) { memcpy(to, from, sizeof(State)); }

/* So many copies, for measuring. */
void game_copies(void *to, const void *from, int times) {
    for (int i = 0; i < times; i++) {
        memcpy(to, from, sizeof(State));
        __asm__ volatile("" : : "r"(to), "r"(from) : "memory");
    }
}
