/* Proving what a position is worth: for two players, without chance and secrets.

   Values are those of seat 0: 1 if it wins (alone it must be ranked first), -1 if it loses, 0
   for anything else. What is known of a position lies between two values.

   `game_prove` searches for proofs from one position, deeper each time, over a table of
   positions met, with the choice that decided most often first. It asks four questions apart
   (is it at least 1, at least 0, at most -1, at most 0?): whoever would have it otherwise need
   only show one choice of which that is not known yet, so that most is never looked at.
   An answer that is forced costs no depth. Half of the choices go to wins of whoever chooses.
   `game_solve_*` goes through all positions that can be reached, and works back from the ends
   (retrograde analysis), so that rows of choices that come back to where they began are
   worth what they are worth. */

#define PROVE_DEEPEST 400
#define MOST_ORDERED 256

static Worth worth_at_end(const State *S) {
    int8_t v = (int8_t)value_at_end(S);
    return (Worth){v, v};
}

typedef struct {
    long long left;             /* so many choices may still be tried */
    int chance, stopped, decided[4096];
    State *line;                /* a state for each choice on the way down */
    Ints places;
    Opts options;
} Prover;

/* The four questions, and what is to be shown of a value for each. */
enum { WINS, HOLDS, LOSES, IS_HELD, QUESTIONS };
static const int8_t BOUND[QUESTIONS] = {1, 0, -1, 0};
enum { NOT_KNOWN, YES, NO };

static int answer(Worth w, int question) {
    int bound = BOUND[question];
    if (question < LOSES) return w.low >= bound ? YES : w.high < bound ? NO : NOT_KNOWN;
    return w.high <= bound ? YES : w.low > bound ? NO : NOT_KNOWN;
}

static void learn(int8_t *low, int8_t *high, int question, int found) {
    int bound = BOUND[question];
    int is_low = (question < LOSES) == (found == YES);
    int value = found == YES ? bound : question < LOSES ? bound - 1 : bound + 1;
    if (is_low) { if (value > *low) *low = (int8_t)value; }
    else if (value < *high) *high = (int8_t)value;
}

static int met_depth(const Met *m) {
    int most = 0;
    for (int q = 0; q < QUESTIONS; q++) if (m->depth[q] > most) most = m->depth[q];
    return most;
}

static void keep_met(uint64_t key, int question, int found, int depth, int best) {
    Met *to = 0;
    for (int i = 0; i < 8; i++) {
        Met *m = &positions_met.table[(key + (uint64_t)i) & positions_met.mask];
        if (!m->key || m->key == key) { to = m; break; }
        if (m->low == m->high) { if (!to) to = m; continue; }
        if (!to || to->low == to->high || met_depth(m) < met_depth(to)) to = m; /* a proof stays longest */
    }
    if (to->key != key) *to = (Met){key, -1, 1, {-1, -1, -1, -1}, -1};
    if (found != NOT_KNOWN) learn(&to->low, &to->high, question, found);
    to->depth[question] = (int16_t)depth;
    to->best = (int16_t)best;
}

/* The options that are listed, kept: where each begins, then their order, in `places`, and
   what they are in `options`. */
typedef struct { long long places, options; int count; } Kept;

static Kept keep_options(Prover *p) {
    Options *o = &run->options;
    Kept k = {p->places.used, p->options.used, o->count};
    MAKE_ROOM(&p->places, 2 * k.count + 1);
    MAKE_ROOM(&p->options, o->used);
    int *at = p->places.v + k.places;
    for (int i = 0; i < k.count; i++) { at[i] = o->at[i]; at[k.count + 1 + i] = i; }
    at[k.count] = o->used;
    memcpy(p->options.v + k.options, o->data, sizeof(opt) * (size_t)o->used);
    p->places.used += 2 * k.count + 1;
    p->options.used += o->used;
    return k;
}

static inline const opt *kept_option(const Prover *p, Kept k, int number, int *size) {
    const int *at = p->places.v + k.places;
    *size = at[number + 1] - at[number];
    return p->options.v + k.options + at[number];
}

static inline int *kept_order(const Prover *p, Kept k) { return p->places.v + k.places + k.count + 1; }

static inline int *decided_by(Prover *p, Kept k, int number) {
    int size;
    const opt *option = kept_option(p, k, number, &size);
    return &p->decided[option_key(option, size) & 4095];
}

/* Those first by which most was decided before. */
static void put_in_order(Prover *p, Kept k, int first) {
    int *order = kept_order(p, k), by[k.count];
    for (int i = 0; i < k.count; i++) by[i] = *decided_by(p, k, i);
    if (first >= 0 && first < k.count) by[first] = INT_MAX;
    for (int i = 1; i < k.count; i++) {
        int x = order[i], to = i;
        for (; to > 0 && by[order[to - 1]] < by[x]; to--) order[to] = order[to - 1];
        order[to] = x;
    }
}

static int prove(Prover *p, int level, uint64_t key, int depth, int question);

/* A question about the state to which a choice leads from the one at a level. */
static int prove_choice(Prover *p, int level, const opt *option, int depth, int question) {
    const State *S = &p->line[level];
    State *T = &p->line[level + 1];
    if (--p->left < 0) { p->stopped = 1; return NOT_KNOWN; }
    *T = *S;
    int status = guarded(T, 0, option);
    if (T->counter != S->counter) p->chance = p->stopped = 1;
    if (p->chance) return NOT_KNOWN;
    if (status == OVER) return answer(worth_at_end(T), question);
    if (status != ASK || level + 2 >= PROVE_DEEPEST) return NOT_KNOWN;
    return prove(p, level + 1, position_key(T, &positions_met.numbers), depth, question);
}

/* Whether all options but one are settled by what follows at once: then the one is forced, and
   is followed as if there were no choice. So rows of threats are seen to their end. */
static int is_forced(Prover *p, int level, Kept k, int question) {
    int open = 0;
    for (int i = 0; i < k.count && open < 2 && !p->stopped; i++) {
        int size;
        int one = prove_choice(p, level, kept_option(p, k, kept_order(p, k)[i], &size), 1, question);
        open += one != YES;
    }
    return open == 1;
}

/* A question about the state at a level, whose options are listed, as far as `depth` choices
   tell. */
static int prove(Prover *p, int level, uint64_t key, int depth, int question) {
    const Met *m = met_before(key);
    if (m) {
        int known = answer((Worth){m->low, m->high}, question);
        if (known != NOT_KNOWN || m->depth[question] >= depth) return known;
    }
    if (depth <= 0) return NOT_KNOWN;
    int decider = m ? m->best : -1;
    Kept k = keep_options(p);
    int is_max = p->line[level].actor == 0;
    int shows = (question < LOSES) == is_max; /* whoever chooses wants to show it: one choice is enough */
    int next = depth - (k.count > 1), found = shows ? NO : YES;
    if (k.count > 1 && k.count <= MOST_ORDERED) put_in_order(p, k, decider);
    if (!shows && depth > 1 && k.count > 1 && is_forced(p, level, k, question)) next = depth;
    for (int i = 0; i < k.count && !p->stopped; i++) {
        int x = kept_order(p, k)[i], size;
        int one = prove_choice(p, level, kept_option(p, k, x, &size), next, question);
        if (shows ? one == NO : one == YES) continue;
        found = one;
        if (shows && one == NOT_KNOWN) continue; /* another one may show it */
        decider = x;
        *decided_by(p, k, x) += 1 + depth;
        break;
    }
    p->places.used = k.places;
    p->options.used = k.options;
    if (p->stopped) return NOT_KNOWN;
    keep_met(key, question, found, depth, decider);
    return found;
}

/* Tries to prove what the options with the given numbers are worth to seat 0, trying `most`
   choices at most: the least and the most, and how many choices deep it was found. Gives how
   many choices were tried; a negative number if chance is drawn. Ends as soon as whoever
   chooses has a proved win, or all is proved. */
long long game_prove(const void *world, long long most, const int64_t *numbers, int options,
                     int8_t *lows, int8_t *highs, int32_t *depths) {
    const State *S = world;
    Prover p = {0};
    this_run();
    uint64_t size = 1 << 10;
    while (size < (uint64_t)most && size < 1u << 26) size *= 2;
    met_begin(size);
    p.line = malloc(sizeof(State) * (PROVE_DEEPEST + 2));
    int *at = malloc(sizeof(int) * (size_t)(options + 1));
    opt *data = options_of(S, numbers, options, at);
    if (!p.line || !at) abort();
    int is_max = S->actor == 0, won = 0, open = options;
    for (int i = 0; i < options; i++) { lows[i] = -1; highs[i] = 1; depths[i] = 0; }
    p.left = most - most / 2;
    for (int all = 0; all < 2 && open && !won && !p.chance; all++) {
        int unknown = 1; /* first only wins are looked for, with half of the choices */
        for (int depth = 0; open && unknown && !won && !p.stopped && depth < PROVE_DEEPEST - 2; depth += 1 + depth / 3) {
            unknown = 0;
            for (int i = 0; i < options && !won && !p.stopped; i++) {
                if (lows[i] == highs[i]) continue;
                for (int question = 0; question < QUESTIONS && !p.stopped; question++) {
                    if (!all && question != (is_max ? WINS : LOSES)) continue;
                    if (answer((Worth){lows[i], highs[i]}, question) != NOT_KNOWN) continue;
                    p.line[0] = *S;
                    int found = prove_choice(&p, 0, data + at[i], depth, question);
                    if (!p.stopped && found != NOT_KNOWN) learn(&lows[i], &highs[i], question, found);
                    unknown += found == NOT_KNOWN;
                }
                if (lows[i] == highs[i]) { open--; depths[i] = depth + 1; }
                won = is_max ? lows[i] == 1 : highs[i] == -1;
            }
        }
        if (!all) p.left = (p.left < 0 ? 0 : p.left) + most / 2;
        if (!all) p.stopped = p.chance;
    }
    forget_options();
    free(p.line); free(p.options.v); free(p.places.v); free(at); free(data);
    return p.chance ? -1 : most - (p.left < 0 ? 0 : p.left);
}

/* ---- all positions --------------------------------------------------------------------- */

enum { SOLVE_MORE, SOLVE_DONE, SOLVE_CHANCE, SOLVE_FAULT, SOLVE_FULL };

typedef struct {
    uint64_t *keys;             /* by place: the number of a position is the place of its key */
    int32_t *number;
    uint64_t mask;
    long long count, most, room; /* positions */
    int8_t *actor, *value;      /* value: 2 where it is not known yet */
    int32_t *far;
    long long *first;           /* where the choices of a position begin in `after` */
    Ints after;
    State *layer, *next;        /* states whose choices have not been tried yet */
    long long in_layer, in_next, layer_room, next_room, at;
    int32_t *layer_number, *next_number;
    Ints places;
    Opts options;
    Nums numbers;
    long long counts[3];
    int32_t longest;
} Solver;

static void *grown(void *old, size_t size) {
    void *made = realloc(old, size ? size : 1);
    if (!made) abort();
    return made;
}

static void solver_table(Solver *s, uint64_t size) {
    uint64_t *old = s->keys;
    int32_t *numbers = s->number;
    uint64_t before = old ? s->mask + 1 : 0;
    s->keys = calloc(size, sizeof(uint64_t));
    s->number = malloc(size * sizeof(int32_t));
    if (!s->keys || !s->number) abort();
    s->mask = size - 1;
    for (uint64_t i = 0; i < before; i++) {
        if (!old[i]) continue;
        uint64_t to = old[i] & s->mask;
        while (s->keys[to]) to = (to + 1) & s->mask;
        s->keys[to] = old[i];
        s->number[to] = numbers[i];
    }
    free(old);
    free(numbers);
}

/* The number of a position; a new one has the next. */
static int32_t solver_number(Solver *s, uint64_t key, int *is_new) {
    if ((uint64_t)s->count * 3 > s->mask * 2) solver_table(s, (s->mask + 1) * 2);
    uint64_t at = key & s->mask;
    while (s->keys[at] && s->keys[at] != key) at = (at + 1) & s->mask;
    *is_new = !s->keys[at];
    if (*is_new) {
        if (s->count == s->room) {
            s->room = s->room * 2 + 1024;
            s->actor = grown(s->actor, (size_t)s->room);
            s->value = grown(s->value, (size_t)s->room);
            s->first = grown(s->first, sizeof(long long) * (size_t)(s->room + 1));
        }
        s->keys[at] = key;
        s->number[at] = (int32_t)s->count++;
    }
    return s->number[at];
}

static void solver_queue(Solver *s, const State *S, int32_t number) {
    if (s->in_next == s->next_room) {
        s->next_room = s->next_room * 2 + 256;
        s->next = grown(s->next, sizeof(State) * (size_t)s->next_room);
        s->next_number = grown(s->next_number, sizeof(int32_t) * (size_t)s->next_room);
    }
    s->next[s->in_next] = *S;
    s->next_number[s->in_next++] = number;
}

void *game_solve_begin(const void *world, long long most) {
    Solver *s = calloc(1, sizeof(Solver));
    if (!s) abort();
    this_run();
    s->most = most;
    solver_table(s, 1 << 12);
    MAKE_ROOM(&s->numbers, 4096);
    State *S = malloc(sizeof(State));
    if (!S) abort();
    *S = *(const State *)world;
    int is_new;
    int32_t number = solver_number(s, position_key(S, &s->numbers), &is_new);
    s->actor[number] = (int8_t)S->actor;
    s->value[number] = 2;
    solver_queue(s, S, number);
    free(S);
    return s;
}

/* Tries the choices of one position. */
static int solver_expand(Solver *s, State *S, int32_t number) {
    if (game_options(S) < 0) return SOLVE_FAULT;
    Options *o = &run->options;
    int count = o->count;
    MAKE_ROOM(&s->places, count + 1);
    MAKE_ROOM(&s->options, o->used);
    int *at = s->places.v;
    opt *data = s->options.v;
    memcpy(at, o->at, sizeof(int) * (size_t)count);
    at[count] = o->used;
    memcpy(data, o->data, sizeof(opt) * (size_t)o->used);
    s->first[number] = s->after.used;
    MAKE_ROOM(&s->after, count);
    State *T = s->layer + s->layer_room; /* one more than there is room for */
    for (int i = 0; i < count; i++) {
        *T = *S;
        int status = guarded(T, 0, data + at[i]), is_new;
        if (status != OVER && status != ASK) return SOLVE_FAULT;
        if (T->counter != S->counter) return SOLVE_CHANCE;
        T->counter = S->counter;
        int32_t to = solver_number(s, position_key(T, &s->numbers), &is_new);
        s->after.v[s->after.used++] = to;
        if (!is_new) continue;
        if (s->count > s->most) return SOLVE_FULL;
        s->actor[to] = (int8_t)(status == OVER ? -1 : T->actor);
        s->value[to] = status == OVER ? worth_at_end(T).low : 2;
        if (status == ASK) solver_queue(s, T, to);
        else s->first[to] = -1;
    }
    return SOLVE_MORE;
}

/* Goes through so many positions more; gives whether there are still some, or why not. */
int game_solve_more(void *solver, int positions) {
    Solver *s = solver;
    this_run();
    for (; positions > 0; positions--) {
        if (s->at == s->in_layer) { /* the positions that are one choice further */
            if (!s->in_next) return SOLVE_DONE;
            State *layer = s->layer;
            int32_t *numbers = s->layer_number;
            long long room = s->layer_room;
            s->layer = grown(s->next, sizeof(State) * (size_t)(s->next_room + 1));
            s->layer_number = s->next_number;
            s->layer_room = s->next_room;
            s->in_layer = s->in_next;
            s->next = layer;
            s->next_number = numbers;
            s->next_room = room;
            s->in_next = s->at = 0;
        }
        int status = solver_expand(s, &s->layer[s->at], s->layer_number[s->at]);
        s->at++;
        if (status != SOLVE_MORE) return status;
    }
    return SOLVE_MORE;
}

long long game_solve_count(const void *solver) { return ((const Solver *)solver)->count; }

/* Works back from the ends. Afterwards every position has a value, and one that is won or lost
   the number of choices that it takes if one side hurries and the other one does not. */
void game_solve_back(void *solver) {
    Solver *s = solver;
    long long n = s->count, edges = s->after.used;
    int32_t *open = calloc((size_t)n, sizeof(int32_t));
    int32_t *queue = malloc(sizeof(int32_t) * (size_t)n);
    long long *from = calloc((size_t)n + 1, sizeof(long long));
    int32_t *before = malloc(sizeof(int32_t) * (size_t)(edges ? edges : 1));
    int32_t *owner = malloc(sizeof(int32_t) * (size_t)(edges ? edges : 1));
    s->far = calloc((size_t)n, sizeof(int32_t));
    if (!open || !queue || !from || !before || !owner || !s->far) abort();
    /* positions were gone through in the order of their numbers, the ends left out */
    long long last = 0;
    int32_t at = -1;
    for (int32_t i = 0; i < n; i++) {
        if (s->first[i] < 0) continue;
        for (; at >= 0 && last < s->first[i]; last++) { owner[last] = at; open[at]++; }
        at = i;
    }
    for (; at >= 0 && last < edges; last++) { owner[last] = at; open[at]++; }
    for (long long e = 0; e < edges; e++) from[s->after.v[e] + 1]++;
    for (long long i = 0; i < n; i++) from[i + 1] += from[i];
    long long *fill = malloc(sizeof(long long) * (size_t)(n + 1));
    if (!fill) abort();
    memcpy(fill, from, sizeof(long long) * (size_t)(n + 1));
    for (long long e = 0; e < edges; e++) before[fill[s->after.v[e]]++] = owner[e];
    free(fill);
    free(owner);
    long long head = 0, tail = 0;
    for (int32_t i = 0; i < n; i++)
        if (s->value[i] == 1 || s->value[i] == -1) queue[tail++] = i;
    while (head < tail) {
        int32_t done = queue[head++];
        for (long long k = from[done]; k < from[done + 1]; k++) {
            int32_t up = before[k];
            if (s->value[up] != 2) continue;
            int good = s->actor[up] == 0 ? 1 : -1;
            if (s->value[done] == good || !--open[up]) {
                s->value[up] = s->value[done];
                s->far[up] = s->far[done] + 1;
                queue[tail++] = up;
            }
        }
    }
    for (int32_t i = 0; i < n; i++) {
        if (s->value[i] == 2) s->value[i] = 0;
        s->counts[s->value[i] + 1]++;
        if (s->far[i] > s->longest) s->longest = s->far[i];
    }
    free(open); free(queue); free(from); free(before);
}

/* Of the first position and of what its options lead to: value and distance; of all: how many
   seat 0 loses, nobody wins, seat 0 wins, and the greatest distance. */
void game_solve_result(const void *solver, int options, int8_t *values, int32_t *far, long long *all) {
    const Solver *s = solver;
    values[0] = s->value[0];
    far[0] = s->far[0];
    for (int i = 0; i < options; i++) {
        int32_t to = s->after.v[s->first[0] + i];
        values[i + 1] = s->value[to];
        far[i + 1] = s->far[to];
    }
    for (int i = 0; i < 3; i++) all[i] = s->counts[i];
    all[3] = s->longest;
}

/* What a position is worth to seat 0, and how far it is from its end; 2 if it was not met. */
int game_solve_value(void *solver, const void *world, int32_t *far) {
    Solver *s = solver;
    State *S = malloc(sizeof(State));
    if (!S) abort();
    this_run();
    *S = *(const State *)world;
    uint64_t key = position_key(S, &s->numbers), at = key & s->mask;
    free(S);
    while (s->keys[at] && s->keys[at] != key) at = (at + 1) & s->mask;
    if (!s->keys[at]) return 2;
    *far = s->far[s->number[at]];
    return s->value[s->number[at]];
}

void game_solve_end(void *solver) {
    Solver *s = solver;
    free(s->keys); free(s->number); free(s->actor); free(s->value); free(s->far); free(s->first);
    free(s->after.v); free(s->layer); free(s->next); free(s->layer_number); free(s->next_number);
    free(s->options.v); free(s->places.v); free(s->numbers.v);
    free(s);
}
