/* Players that mix: for games in which something is hidden and that are played for a payoff.

   Counterfactual regret minimisation with external sampling (Lanctot, Waugh, Zinkevich,
   Bowling: Monte Carlo Sampling for Regret Minimization in Extensive Games, 2009), later
   walks weighing more (Brown, Sandholm: Solving Imperfect-Information Games via Discounted
   Regret Minimization, 2019). Included after replay.h where there is a PAYOFF.

   A walk tries all choices of one player, the walker; those of others and chance are drawn.
   It begins where the game begins, or in one of some worlds. What a player has seen up to a
   choice is a digest, the same as that of a memory (`mixing_key`). */

#define MIXING_DEEPEST 300      /* these two as in agents/mixing.py: a walk needs them on the stack */
#define MIXING_OPTIONS 500
#define MIXING_MOST (1 << 19)   /* so many strategies are kept, others are even ones */
#define MIXING_BEGINS 0x6A09E667F3BCC909ull
#define MIXING_HERE 0xBB67AE8584CAA73Bull

typedef struct { uint64_t key; long long first; int count, visits; } Strategy;
typedef struct { uint64_t option; double regret, share, worth, weight; } Mixed;

typedef struct {
    const uint8_t *hidden;      /* for each seat, the slots that it cannot look into */
    int slots;
    Strategy *table;
    int room, used;
    Mixed *rows;
    long long row_count, row_room;
    Prover kept;                /* options and states on the way down */
    double turn, most;          /* the number of the walk; the greatest payoff met */
    int walker, is_cut;
    double wide;                /* choices of the walker are all tried up to so many ways */
} Mixing;

void *game_mixing(const uint8_t *hidden, int slots) {
    Mixing *m = calloc(1, sizeof(Mixing));
    if (!m) abort();
    this_run();
    m->hidden = hidden;
    m->slots = slots;
    m->room = 1 << 10;
    m->table = calloc((size_t)m->room, sizeof(Strategy));
    m->kept.line = malloc(sizeof(State) * (MIXING_DEEPEST + 1));
    if (!m->table || !m->kept.line) abort();
    return m;
}

void game_mixing_done(void *mixing) {
    Mixing *m = mixing;
    free(m->table); free(m->rows); free(m->kept.line); free(m->kept.places.v); free(m->kept.options.v);
    free(m);
}

static Strategy *mixing_place(const Mixing *m, uint64_t key) {
    unsigned mask = (unsigned)m->room - 1, i = (unsigned)(key >> 7) & mask;
    while (m->table[i].key && m->table[i].key != key) i = (i + 1) & mask;
    return &m->table[i];
}

static void mixing_grow(Mixing *m) {
    Strategy *before = m->table;
    int room = m->room;
    m->room *= 2;
    m->table = calloc((size_t)m->room, sizeof(Strategy));
    if (!m->table) abort();
    for (int i = 0; i < room; i++) if (before[i].key) *mixing_place(m, before[i].key) = before[i];
    free(before);
}

/* What is kept for a decision with so many options; none where there is no room. */
static Strategy *mixing_at(Mixing *m, uint64_t key, Kept k, int decision) {
    Strategy *s = mixing_place(m, key);
    if (s->key) return s->count == k.count ? s : 0;
    if (m->used >= MIXING_MOST) return 0;
    if (++m->used * 2 > m->room) { mixing_grow(m); s = mixing_place(m, key); }
    *s = (Strategy){key, m->row_count, k.count, 0};
    m->row_count += k.count;
    if (m->row_count > m->row_room) {
        m->row_room = m->row_count * 2 + 64;
        m->rows = realloc(m->rows, sizeof(Mixed) * (size_t)m->row_room);
        if (!m->rows) abort();
    }
    for (int i = 0; i < k.count; i++) {
        int size;
        const opt *option = kept_option(&m->kept, k, i, &size);
        m->rows[s->first + i] = (Mixed){option_called(decision, option, size, !ALL_UNLIKE), 0, 0, 0, 0};
    }
    return s;
}

/* Which row belongs to each option: copies that look alike may stand in another order. */
static int mixing_rows(const Mixing *m, const Strategy *s, Kept k, int decision, int *to) {
    for (int i = 0; i < k.count; i++) {
        to[i] = i;
        if (ALL_UNLIKE) continue;
        int size, n = 0;
        const opt *option = kept_option(&m->kept, k, i, &size);
        uint64_t called = option_called(decision, option, size, 1);
        while (n < k.count && m->rows[s->first + (i + n) % k.count].option != called) n++;
        if (n == k.count) return 0;
        to[i] = (i + n) % k.count;
    }
    return 1;
}

static void matched(const Mixed *rows, const int *at, int count, double *out) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += out[i] = rows[at[i]].regret > 0 ? rows[at[i]].regret : 0;
    for (int i = 0; i < count; i++) out[i] = sum > 0 ? out[i] / sum : 1.0 / count;
}

static uint64_t mixing_sight(const Mixing *m, State *S, int seat) {
    Seen seen = {.hidden = m->hidden + (size_t)seat * (size_t)m->slots, .seat = seat};
    return sight_of(S, &seen, 1, 0);
}

/* The key of a seat after a choice: what was chosen, if it is told, and what is seen then. */
static inline uint64_t mixing_step(uint64_t key, uint64_t told, uint64_t sight) {
    return hash_step(hash_step(key, told), sight);
}

static inline double unit(uint64_t *x) { return (double)(next_random(x) >> 11) * 0x1p-53; }

/* What a walk brings to the walker, from the state at a level whose options are listed. */
static double mixing_walk(Mixing *m, int level, double ways, const uint64_t *keys, long long *made, uint64_t *x);

static double mixing_after(Mixing *m, int level, Kept k, int number, double ways, const uint64_t *keys,
                           long long *made, uint64_t *x) {
    State *S = &m->kept.line[level], *T = S + 1;
    int size, decision = S->decision, actor = S->actor;
    const opt *option = kept_option(&m->kept, k, number, &size);
    uint64_t told = option_called(decision, option, size, !ALL_UNLIKE), next[PLAYERS];
    int is_secret = SECRET_DECISIONS[decision];
    *T = *S;
    run->logged = 0;
    ++*made;
    int status = guarded(T, 0, option);
    if (status == OVER) {
        double found = PAYOFF(T, m->walker), size_of = found < 0 ? -found : found;
        if (size_of > m->most) m->most = size_of;
        return found;
    }
    if (status != ASK || level + 2 >= MIXING_DEEPEST) return 0;
    for (int p = 0; p < PLAYERS; p++)
        next[p] = mixing_step(keys[p], is_secret && p != actor ? 1 : told, mixing_sight(m, T, p));
    return mixing_walk(m, level + 1, ways, next, made, x);
}

static double mixing_walk(Mixing *m, int level, double ways, const uint64_t *keys, long long *made, uint64_t *x) {
    const State *S = &m->kept.line[level];
    long long places = m->kept.places.used, options = m->kept.options.used;
    Kept k = keep_options(&m->kept);
    if (k.count > MIXING_OPTIONS) {  /* nobody mixes */
        double drawn = mixing_after(m, level, k, (int)(unit(x) * k.count), ways, keys, made, x);
        m->kept.places.used = places;
        m->kept.options.used = options;
        return drawn;
    }
    int n = k.count, actor = S->actor, decision = S->decision, at[n];
    double strategy[n], value = 0;
    Strategy *s = n > 1 ? mixing_at(m, keys[actor], k, decision) : 0;
    if (s && !mixing_rows(m, s, k, decision, at)) s = 0;
    for (int i = 0; i < n; i++) strategy[i] = 1.0 / n;
    long long first = s ? s->first : 0;
    if (s) {
        s->visits++;
        matched(m->rows + first, at, n, strategy);
        if (actor != m->walker)
            for (int i = 0; i < n; i++) m->rows[first + at[i]].share += m->turn * strategy[i];
    }
    if (s && actor == m->walker && ways * n <= m->wide) {
        double found[n];
        for (int i = 0; i < n; i++) {
            found[i] = mixing_after(m, level, k, i, ways * n, keys, made, x);
            value += strategy[i] * found[i];
        }
        for (int i = 0; i < n; i++) {
            Mixed *row = &m->rows[first + at[i]];
            row->regret += m->turn * (found[i] - value);
            row->worth += m->turn * found[i];
            row->weight += m->turn;
        }
    } else {
        m->is_cut |= n > 1 && actor == m->walker;
        double left = unit(x);
        int i = 0;
        while (i < n - 1 && (left -= strategy[i]) >= 0) i++;
        value = mixing_after(m, level, k, i, ways, keys, made, x);
    }
    m->kept.places.used = places;
    m->kept.options.used = options;
    return value;
}

/* Walks until about `most` choices have been carried out, or so many seconds are over (0: no
   limit). Walks begin in the worlds, where there are some, else where the game does. Gives how
   many walks there were, or -1 where the rules go wrong at once, and where there are too many
   ways on from the worlds to try all: then a tree knows more. */
long long game_mixing_walks(void *mixing, const void *worlds, int count, long long most, double wide,
                            double seconds, uint64_t random) {
    Mixing *m = mixing;
    State *S = m->kept.line;
    long long made = 0, walks = 0;
    uint64_t x = random, keys[PLAYERS];
    double until = seconds > 0 ? seconds_now() + seconds : 0;
    m->wide = wide;
    game_log(1);
    while (made < most && !(until > 0 && seconds_now() > until)) {
        int status;
        run->logged = 0;
        if (worlds) {
            *S = ((const State *)worlds)[walks / PLAYERS % count];
            S->seed = next_random(&x);
            S->counter = 0;
            status = game_options(S) > 0 ? ASK : FAULT;
        } else {
            *S = INITIAL;
            S->seed = next_random(&x);
            status = guarded(S, 1, 0);
        }
        made++;
        m->walker = (int)(walks++ % PLAYERS);
        m->turn++;
        if (status != ASK) {
            if (walks > 1 && !worlds) continue;
            walks = -1;
            break;
        }
        for (int p = 0; p < PLAYERS; p++)
            keys[p] = hash_step(worlds ? MIXING_HERE : MIXING_BEGINS, mixing_sight(m, S, p));
        m->is_cut = 0;
        mixing_walk(m, 0, 1, keys, &made, &x);
        if (worlds && m->is_cut) { walks = -1; break; }
    }
    game_log(0);
    return walks;
}

/* The key of a seat that has seen this. */
static uint64_t mixing_key(const Seen *seen) {
    uint64_t x = hash_step(MIXING_BEGINS, seen->sights[0]);
    for (int i = 1; i < seen->stops; i++) {
        const int *step = seen->steps + 4 * (i - 1);
        uint64_t told = step[0] == SECRET ? 1 : option_called(step[1], seen->rows + step[2], step[3], !ALL_UNLIKE);
        x = mixing_step(x, told, seen->sights[i]);
    }
    return x;
}

/* How often the decision of a world has been met, and of each of its options the share and
   what it brought on the average: as walks from worlds have met it, or whoever has `seen` this. */
int game_mixing_found(void *mixing, const void *world, const Seen *seen, double *shares, double *worths) {
    Mixing *m = mixing;
    State *S = m->kept.line;
    *S = *(const State *)world;
    game_log(1);
    run->logged = 0;
    int n = game_options(S), found = 0;
    if (n > 0) {
        uint64_t key = seen ? mixing_key(seen) : hash_step(MIXING_HERE, mixing_sight(m, S, S->actor));
        Kept k = keep_options(&m->kept);
        const Strategy *s = mixing_place(m, key);
        int at[n];
        if (s->key && s->count == n && mixing_rows(m, s, k, S->decision, at)) {
            const Mixed *rows = m->rows + s->first;
            double sum = 0, even[n];
            for (int i = 0; i < n; i++) sum += rows[at[i]].share;
            matched(rows, at, n, even);
            for (int i = 0; i < n; i++) {
                const Mixed *row = &rows[at[i]];
                shares[i] = sum > 0 ? row->share / sum : even[i];
                double worth = row->weight > 0 ? row->worth / row->weight : 0;
                worths[i] = m->most > 0 ? 0.5 + worth / m->most / 2 : 0.5;
            }
            found = s->visits;
        }
        m->kept.places.used = m->kept.options.used = 0;
    }
    game_log(0);
    return found;
}
