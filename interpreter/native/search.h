/* Players that think: Monte Carlo tree search over information sets.

   A descent begins in one of several worlds, which differ in what the player who thinks
   cannot know. The tree is open loop: a node is a sequence of choices, its children are
   the choices that were possible in some world (Cowling, Powley, Whitehouse: Information
   Set Monte Carlo Tree Search, 2012). Where choices are many, more of them are taken in
   as a node is visited more often (progressive widening). Where a game can be scored at any
   time, continuations are played by looking one choice ahead (looking.h), and the options
   of the first decision are followed by sequential halving (Karnin, Koren, Somekh 2013). */

#define WIDTH 8
#define PATH 512
#define SETTLING 16         /* so many continuations say what differences of points are usual */
#define PRIOR 2
#define DRAWN_AS 8          /* a bunch of counted options is as likely to be drawn from */
#define SOME 32             /* so many of them are looked at first */

typedef struct {
    uint64_t key;
    int node, visits, there;
    int begin, size;            /* the option, where it was drawn and not listed; else -1 */
    int8_t low, high;           /* what is proved of it: see solve.h */
    double value;
} Child;
typedef struct { int first, count, room, visits, options; } Node;

typedef struct {
    Node *nodes;
    int node_count, node_room;
    Child *children;
    int child_count, child_room;
    double spread, seen;        /* of differences of points, until it is settled what is usual */
    double usual;               /* the mean of points that all players share */
    int settled;
    double mean, variance, ends; /* of what continuations bring to whoever thinks */
    int wide;                   /* all options of the first decision are followed */
    int done;                   /* a win is proved */
    double until;               /* when to stop, by `seconds_now`; 0: not before the end */
    int proves;                 /* what is proved in the tree is taken up, as far as no chance is drawn */
    opt *data;                  /* options that were drawn */
    int used, data_room;
} Tree;

static inline uint64_t option_key(const opt *option, int size) {
    uint64_t x = 0x9E3779B97F4A7C15ull;
    for (int i = 0; i < size; i++) {
        x = (x ^ (sizeof(opt) == 4 ? (uint32_t)option[i] : (uint64_t)option[i])) * 0xBF58476D1CE4E5B9ull;
        x ^= x >> 31;
    }
    return x;
}

static int tree_node(Tree *t) {
    if (t->node_count == t->node_room) {
        t->node_room = t->node_room * 2 + 64;
        t->nodes = realloc(t->nodes, sizeof(Node) * (size_t)t->node_room);
        if (!t->nodes) abort();
    }
    t->nodes[t->node_count] = (Node){0, 0, 0, 0, INT_MAX};
    return t->node_count++;
}

static Child *tree_child(Tree *t, int node, uint64_t key) {
    Node *n = &t->nodes[node];
    for (int i = 0; i < n->count; i++)
        if (t->children[n->first + i].key == key) return &t->children[n->first + i];
    return 0;
}

static Child *tree_add(Tree *t, int node, uint64_t key) {
    Node *n = &t->nodes[node];
    if (n->count == n->room) {
        int room = n->room * 2 + 4, first = t->child_count;
        if (t->child_count + room > t->child_room) {
            t->child_room = (t->child_count + room) * 2;
            t->children = realloc(t->children, sizeof(Child) * (size_t)t->child_room);
            if (!t->children) abort();
        }
        memcpy(t->children + first, t->children + n->first, sizeof(Child) * (size_t)n->count);
        t->child_count += room;
        n->first = first;
        n->room = room;
    }
    Child *c = &t->children[n->first + n->count++];
    *c = (Child){key, -1, 0, 0, -1, 0, -1, 1, 0.0};
    return c;
}

static inline int option_size(int number) {
    Options *o = &run->options;
    return (number + 1 < o->count ? o->at[number + 1] : o->used) - o->at[number];
}

static inline const opt *option_at(int number) { return run->options.data + run->options.at[number]; }

/* Keeps an option that was drawn: it will not be listed the next time. */
static void tree_keep(Tree *t, Child *c, const opt *option, int size) {
    if (t->used + size > t->data_room) {
        t->data_room = (t->used + size) * 2 + 256;
        t->data = realloc(t->data, sizeof(opt) * (size_t)t->data_room);
        if (!t->data) abort();
    }
    memcpy(t->data + t->used, option, sizeof(opt) * (size_t)size);
    c->begin = t->used;
    c->size = size;
    t->used += size;
}

static void tree_free(Tree *t) {
    free(t->nodes);
    free(t->children);
    free(t->data);
}

static inline int take(State *S, int number) {
    choose(S, option_at(number));
    forget_options();
    return go_on(S);
}

/* From 0 to 1: how much a number above 0 is, by what is usual. */
static double logistic(double above, double variance) {
    double scale = variance > 1.0 ? __builtin_sqrt(variance) : 1.0;
    return 1.0 / (1.0 + __builtin_exp(-2.0 * above / scale));
}

/* What points are worth that all players share: by what is usual. */
static double above_usual(Tree *t, double points) {
    if (!t->settled) {
        double away = points - t->usual;
        t->usual += away / ++t->seen;
        t->spread += (away * (points - t->usual) - t->spread) / t->seen;
    }
    return logistic(points - t->usual, t->spread);
}

/* What a state at its end is worth to each player: 0 to 1. Where the game has been scored
   `early`, it is not known who will win, only who is ahead. */
static void rewards(Tree *t, const State *S, int over, int early, double *out) {
    int known = over && S->has_result == 1, winners = 0;
    for (int p = 0; known && p < PLAYERS; p++) winners += S->result[p] == 1;
    if (ALL_CAN_WIN && winners == PLAYERS) winners = 1;
    for (int p = 0; p < PLAYERS; p++)
        out[p] = !known ? (ALIKE ? 0.5 : 1.0 / PLAYERS) : S->result[p] == 1 ? 1.0 / winners : 0.0;
    if (!known || !S->has_points) return;
    if (ALIKE) {
        double worth = above_usual(t, (double)S->points[0]);
        for (int p = 0; p < PLAYERS; p++) out[p] = worth;
        return;
    }
    for (int p = 0; p < PLAYERS; p++) {
        double d = lead_of(S, p), won = early ? 0.0 : 0.5;
        if (!t->settled) t->spread += (d * d - t->spread) / ++t->seen;
        out[p] = won * out[p] + (1.0 - won) * logistic(d, t->spread);
    }
}

/* Whether the rules went wrong; where there is no more room, a continuation only ends there. */
static int went_wrong(int why) { return why == FAULT && run->code != FAULT_CAPACITY; }

/* Goes on for `most` choices, then says what it is worth. Who is scored early looks at some
   options before each choice; to the end it goes by chance. */
static void play_out(Tree *t, State *S, int status, long long most, uint64_t *x, double *out) {
    long long made = 0;
    if (HAS_SCORING && most < MOST_PLAYOUT)
        while (status == ASK && made < most) status = step_looking(S, x, &made);
    else status = by_chance(S, status, most, x);
    int early = status == ASK && HAS_SCORING;
    if (early) status = score_now(S, x);
    rewards(t, S, status == OVER, early, out);
}

/* How many choices are made by chance before a position is scored; 0: to the end. */
static inline long long playout_length(int horizon) { return horizon && HAS_SCORING ? horizon : MOST_PLAYOUT; }

static double upper_bound(const Child *c, double explore) {
    return c->value / c->visits + explore * __builtin_sqrt(__builtin_log(c->there + 1.0) / c->visits);
}

/* Lists, of the options that are counted, those that have been drawn at a node before. */
static void list_drawn(Tree *t, int node) {
    const Node *n = &t->nodes[node];
    for (int i = 0; i < n->count; i++) {
        const Child *c = &t->children[n->first + i];
        if (c->begin < 0) continue;
        const opt *option = t->data + c->begin;
        for (int k = 0; k < counted.count; k++) {
            if (!bunch_has(&counted.bunches[k], option, c->size)) continue;
            opt *o = option_new(&run->options, (int)option[0], c->size);
            memcpy(o, option + 1, sizeof(opt) * (size_t)(c->size - 1));
            option_end(&run->options, o + c->size - 1);
            break;
        }
    }
}

/* Which of some options that stand in the buffer is followed first: the one after which things
   stand best. It stands there alone then. */
static void keep_best(const State *S, const int *numbers, int count, uint64_t *x) {
    int at[GLANCES + 1] = {0}, best = 0;
    for (int i = 0; i < count; i++) at[i + 1] = at[i] + option_size(numbers[i]);
    opt data[at[count]];
    double most = -1e300;
    for (int i = 0; i < count; i++)
        memcpy(data + at[i], option_at(numbers[i]), sizeof(opt) * (size_t)(at[i + 1] - at[i]));
    for (int i = 0; i < count; i++) {
        State T = *S;
        T.seed = next_random(x);
        double found = glance(&T, S->actor, data + at[i], next_random(x));
        if (found > most) { most = found; best = i; }
    }
    forget_options();
    int size = at[best + 1] - at[best];
    opt *o = option_new(&run->options, (int)data[at[best]], size);
    memcpy(o, data + at[best] + 1, sizeof(opt) * (size_t)(size - 1));
    option_end(&run->options, o + size - 1);
}

/* Whether the next of so many is among `room` that are drawn of all, and in which place. */
static inline int drawn_to(uint64_t *x, int seen, int room) { return seen < room ? seen : below(x, seen + 1); }

/* Which option to follow at a node: a new one while the node is narrow, else the best. Of
   those that are counted a new one is drawn: each bunch is as likely as some that are listed.
   Where a game can be scored, the new one is the best of a few. */
static int select_option(Tree *t, const State *S, int node, double explore, uint64_t *x, uint64_t *key, int *fresh) {
    Node *n = &t->nodes[node];
    int listed = run->options.count, bunches = counted.count;
    if (bunches) list_drawn(t, node);
    int count = run->options.count;
    int width = node ? WIDTH + (int)(1.5 * __builtin_sqrt((double)n->visits)) : INT_MAX;
    int known = 0, best = -1, seen = 0, drawn[GLANCES], looks = t->wide ? 1 : GLANCES;
    int is_max = S->actor == 0;
    double most = -1e300;
    n->options = bunches ? INT_MAX : listed;
    for (int i = 0; i < count; i++) {
        uint64_t k = option_key(option_at(i), option_size(i));
        Child *c = tree_child(t, node, k);
        if (!node && !c) continue; /* it is not asked about */
        if (!c || !c->visits) {
            int to = drawn_to(x, seen++, looks);
            if (to < looks) drawn[to] = i;
            continue;
        }
        known++;
        c->there++;
        double u = upper_bound(c, explore);
        if (t->proves && (is_max ? c->high == -1 : c->low == 1)) u -= 1e6; /* it is lost */
        if (u > most) { most = u; best = i; }
    }
    int is_open = known < width || best < 0;
    for (int k = 0; node && is_open && k < bunches; k++)
        for (int i = 0; i < DRAWN_AS; i++) {
            int to = drawn_to(x, seen++, looks);
            if (to >= looks) continue;
            draw_from(&counted.bunches[k], x);
            drawn[to] = run->options.count - 1;
        }
    int chosen = best, is_listed = 1;
    if (is_open && seen) {
        chosen = drawn[0];
        if (seen > 1 && looks > 1) {
            keep_best(S, drawn, min_of(seen, looks), x);
            chosen = 0;
            is_listed = !bunches;
        } else is_listed = chosen < listed;
    }
    *key = option_key(option_at(chosen), option_size(chosen));
    Child *c = tree_child(t, node, *key);
    if (!c) {
        c = tree_add(t, node, *key);
        if (!is_listed) tree_keep(t, c, option_at(chosen), option_size(chosen));
    }
    *fresh = !c->visits;
    return chosen;
}

typedef struct { int node, child, actor; } Edge;

/* Where a choice leads to in the tree. */
static int node_after(Tree *t, int node, int child) {
    int at = t->nodes[node].first + child;
    if (t->children[at].node < 0) {
        int made = tree_node(t);
        t->children[at].node = made;
    }
    return t->children[at].node;
}

/* What a state at its end is worth to seat 0 of two: 1 if it wins, -1 if it loses, else 0. */
static int value_at_end(const State *S) {
    int other = S->result[PLAYERS - 1];
    return S->has_result != 1 ? 0 : (S->result[0] < other) - (S->result[0] > other);
}

/* What is proved of the last choice on the way: it may prove those before it, too
   (Winands, Bjornsson, Saito: Monte-Carlo Tree Search Solver, 2008). */
static void prove_last(Tree *t, const State *S, const Edge *path, int length, int low, int high) {
    if (!t->proves || !length || S->counter) return; /* chance may bring something else */
    for (int i = length - 1; i >= 0; i--) {
        const Node *n = &t->nodes[path[i].node];
        Child *c = &t->children[n->first + path[i].child];
        if (low <= c->low && high >= c->high) return; /* that was known */
        c->low = (int8_t)low;
        c->high = (int8_t)high;
        int is_max = path[i].actor == 0;
        low = high = is_max ? -1 : 1;
        for (int k = 0; k < n->count; k++) {
            const Child *one = &t->children[n->first + k];
            if (is_max ? one->low > low : one->low < low) low = one->low;
            if (is_max ? one->high > high : one->high < high) high = one->high;
        }
        if (!i) t->done = is_max ? low == 1 : high == -1; /* there is nothing better */
        if (n->count < n->options) { /* what has not been looked at may be anything */
            if (is_max) high = 1;
            else low = -1;
        }
    }
}

/* Takes up what is known of a position that the last choice has led to. */
static void look_up(Tree *t, State *S, const Edge *path, int length) {
    if (S->counter || !run->memory || !positions_met.table) return;
    S->actor = (int16_t)chooser_of(S);
    const Met *m = met_before(position_key(S, &positions_met.numbers));
    if (m) prove_last(t, S, path, length, m->low, m->high);
}

/* One continuation; it begins with the child of the first node that is given, or any (-1). */
static int descend(Tree *t, State *S, double explore, int horizon, int first, uint64_t *x) {
    jmp_buf here;
    Edge path[PATH];
    volatile int length = 0, playing = 0;
    int is_known = 0, known = 0;
    double out[PLAYERS];
    run->leave = &here;
    int why = setjmp(here);
    counted.on = 1;
    if (!why) {
        run->rounds = 0;
        forget_options();
        int node = 0, status = ASK, fresh = 0;
        if (first >= 0) {
            path[0] = (Edge){0, first, S->actor};
            length = 1;
            node = node_after(t, 0, first);
            choose(S, t->data + t->children[t->nodes[0].first + first].begin);
            status = go_on(S);
        }
        for (int made = 0; status == ASK && !fresh && length < PATH && made < MOST_PLAYOUT; made++) {
            if ((status = ask(S)) != ASK) break;
            if (run->options.count == 1 && !counted.count) { status = take(S, 0); continue; }
            uint64_t key;
            int actor = S->actor;
            int chosen = select_option(t, S, node, explore, x, &key, &fresh);
            Child *c = tree_child(t, node, key);
            int at = (int)(c - t->children) - t->nodes[node].first;
            path[length] = (Edge){node, at, actor};
            length = length + 1;
            if (t->proves && c->low == c->high) { is_known = 1; known = c->low; break; }
            node = node_after(t, node, at);
            status = take(S, chosen);
        }
        if (is_known) {
            forget_options();
            for (int p = 0; p < PLAYERS; p++) out[p] = (1.0 + (p ? -known : known)) / 2;
        } else {
            if (status == OVER) prove_last(t, S, path, length, value_at_end(S), value_at_end(S));
            else if (fresh && t->proves) look_up(t, S, path, length);
            playing = 1;
            play_out(t, S, status, playout_length(horizon), x, out);
        }
    } else {
        if (why == OVER) {
            end_game(S);
            if (!playing) prove_last(t, S, path, length, value_at_end(S), value_at_end(S));
        }
        forget_options();
        if (went_wrong(why)) for (int p = 0; p < PLAYERS; p++) out[p] = 0.0;
        else rewards(t, S, why == OVER, 0, out);
    }
    if (length && path[0].actor >= 0 && path[0].actor < PLAYERS) {
        double value = out[path[0].actor], d = value - t->mean;
        t->ends += 1;
        t->mean += d / t->ends;
        t->variance += (d * (value - t->mean) - t->variance) / t->ends;
    }
    for (int i = 0; i < length; i++) {
        Child *c = &t->children[t->nodes[path[i].node].first + path[i].child];
        c->visits++;
        c->value += path[i].actor >= 0 && path[i].actor < PLAYERS ? out[path[i].actor] : 0.0;
        t->nodes[path[i].node].visits++;
    }
    return went_wrong(why);
}

/* ---- for the host ---------------------------------------------------------------------- */

/* The numbers of the options of a decision that are looked at: all that are listed and, where
   they are counted, some of each bunch. Gives how many these are; the first `room` are written. */
int game_candidates(const void *world, uint64_t random, int64_t *numbers, int room) {
    jmp_buf here;
    int found = 0;
    this_run()->leave = &here;
    uint64_t x = random, before = 0;
    State *S = malloc(sizeof(State));
    if (!S) abort();
    memcpy(S, world, sizeof(State));
    forget_options();
    if (!setjmp(here)) {
        counted.on = 1;
        list_options(S);
    } else forget_options();
    counted.on = 0;
    free(S);
    int listed = run->options.count, next = 0;
    for (int k = 0; k <= counted.count; k++) {
        const Bunch *b = &counted.bunches[k];
        for (int end = k < counted.count ? b->before : listed; next < end; next++, found++)
            if (found < room) numbers[found] = (int64_t)(before + (uint64_t)next);
        if (k == counted.count) break;
        uint64_t drawn[SOME], first = (uint64_t)b->before + before;
        int some = 0;
        for (int i = 0; i < 2 * SOME && some < SOME; i++) {
            uint64_t number = b->count <= SOME ? (uint64_t)i : draw_from(b, &x);
            int at = 0;
            if (number >= b->count) break;
            while (at < some && drawn[at] != number) at++;
            if (at == some) drawn[some++] = number;
        }
        for (int i = 0; i < some; i++, found++)
            if (found < room) numbers[found] = (int64_t)(first + drawn[i]);
        before += b->count;
    }
    forget_options();
    return found;
}

/* The options of a decision by their numbers, one behind the other; `at` is where each begins.
   What is given is to be freed. */
static opt *options_of(const State *world, const int64_t *numbers, int options, int *at) {
    jmp_buf here;
    int used = 0, room = 64;
    opt *data = malloc(sizeof(opt) * (size_t)room);
    State *S = malloc(sizeof(State));
    if (!S || !data) abort();
    *S = *world;
    this_run()->leave = &here;
    forget_options();
    if (!setjmp(here)) {
        counted.on = 1;
        list_options(S);
    } else forget_options();
    counted.on = 0;
    free(S);
    for (int i = 0; i < options; i++) {
        int number = option_numbered((uint64_t)numbers[i]);
        int size = option_size(number);
        if (used + size > room) {
            room = (used + size) * 2;
            data = realloc(data, sizeof(opt) * (size_t)room);
            if (!data) abort();
        }
        at[i] = used;
        memcpy(data + used, option_at(number), sizeof(opt) * (size_t)size);
        used += size;
    }
    at[options] = used;
    forget_options();
    return data;
}

/* Takes the options into the tree that are expected to be best: `kept` of them, each with its
   worth as if it had been seen a few times; without a prior all of them. */
static void begin_with(Tree *t, const opt *data, const int *at, const double *prior, int options, int kept) {
    for (int i = 0; i < options; i++) {
        int better = 0;
        for (int k = 0; prior && k < options; k++)
            better += prior[k] > prior[i] || (prior[k] == prior[i] && k < i);
        if (prior && better >= kept) continue;
        const opt *option = data + at[i];
        int size = at[i + 1] - at[i];
        uint64_t key = option_key(option, size);
        if (tree_child(t, 0, key)) continue;
        Child *c = tree_add(t, 0, key);
        tree_keep(t, c, option, size);
        if (!prior) continue;
        c->visits = PRIOR;
        c->value = PRIOR * prior[i];
    }
}

static double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Whether the time of a search is over; without one it never is. */
static inline int is_over_time(const Tree *t) { return t->until > 0 && seconds_now() > t->until; }

/* The world of a continuation, with chance of its own. */
static void begin_in(State *S, const State *all, int count, int turn, uint64_t *x) {
    *S = all[turn % count];
    S->seed = next_random(x);
    S->counter = 0;
}

/* Learns what differences of points are usual. */
static void settle(Tree *t, State *S, const State *all, int count, int horizon, uint64_t *x) {
    for (int i = 0; HAS_SCORING && i < SETTLING && (!i || !is_over_time(t)); i++) {
        jmp_buf here;
        double out[PLAYERS];
        begin_in(S, all, count, i, x);
        run->leave = &here;
        counted.on = 1;
        if (!setjmp(here)) play_out(t, S, ASK, playout_length(horizon), x, out);
        forget_options();
    }
    t->settled = horizon > 0; /* then the same points are worth the same from now on */
}

/* Follows the options of the first decision, and gives up the worse half of them again and
   again (sequential halving). All that are left see the same worlds with the same chance, so
   that luck is no difference between them. */
static void halve(Tree *t, State *S, const State *all, int count, int iterations, double explore,
                  int horizon, uint64_t random) {
    int n = t->nodes[0].count, live[n + 1], turn = 0;
    for (int i = 0; i < n; i++) live[i] = i;
    while (iterations > 0 && !t->done && !is_over_time(t)) {
        int rounds = 1;
        while (n > 1 << rounds) rounds++;
        int each = max_of(1, iterations / (rounds * n));
        for (int k = 0; k < each; k++, turn++)
            for (int i = 0; i < n && iterations > 0; i++, iterations--) {
                if (is_over_time(t)) return;
                uint64_t x = random + (uint64_t)turn * 0xD1342543DE82EF95ull;
                double usual = 2 * __builtin_sqrt(t->variance); /* 1 where all is won or lost */
                begin_in(S, all, count, turn, &x);
                descend(t, S, explore * usual, horizon, live[i], &x);
            }
        const Child *c = t->children + t->nodes[0].first;
        for (int i = 1; i < n; i++)
            for (int k = i; k > 0; k--) {
                int a = live[k - 1], b = live[k];
                if (c[a].value / c[a].visits >= c[b].value / c[b].visits) break;
                live[k - 1] = b;
                live[k] = a;
            }
        n = max_of(1, n / 2);
    }
}

/* Looks at `iterations` continuations from the decision that all worlds wait for, with those
   of its options that have the given numbers. With a `prior`, what is expected of each, only
   the best are followed, `kept` of them, and of those the better ones more often. For each: how often it was followed, and the mean of
   what it brought to whoever chooses. */
void game_search(const void *worlds, int count, int iterations, double explore, int horizon,
                 uint64_t random, const int64_t *numbers, const double *prior, int options, int kept,
                 int proves, double seconds, int *visits, double *values, int8_t *lows, int8_t *highs) {
    const State *all = worlds;
    Tree t = {0};
    this_run();
    uint64_t x = random;
    int *at = malloc(sizeof(int) * (size_t)(options + 1));
    opt *data = options_of(all, numbers, options, at);
    State *S = malloc(sizeof(State));
    if (!S || !at) abort();
    tree_node(&t);
    t.wide = !prior;
    t.proves = proves;
    t.until = seconds > 0 ? seconds_now() + seconds : 0;
    begin_with(&t, data, at, prior, options, kept);
    settle(&t, S, all, count, horizon, &x);
    if (prior) halve(&t, S, all, count, iterations, explore, horizon, x);
    else for (int i = 0; i < iterations && !t.done && !is_over_time(&t); i++) {
        begin_in(S, all, count, i, &x);
        descend(&t, S, explore, horizon, -1, &x);
    }
    counted.on = 0;
    for (int i = 0; i < options; i++) {
        const Child *c = tree_child(&t, 0, option_key(data + at[i], at[i + 1] - at[i]));
        visits[i] = c ? c->visits - (prior ? PRIOR : 0) : 0;
        lows[i] = c ? c->low : -1;
        highs[i] = c ? c->high : 1;
        values[i] = c && c->visits ? c->value / c->visits : prior ? prior[i] : 0.0;
    }
    forget_options();
    free(S);
    free(at);
    free(data);
    tree_free(&t);
}

/* The mean worth of some options of a decision, `tries` continuations each, played on for
   `horizon` choices. */
void game_look_ahead(const void *worlds, int count, int tries, int horizon, uint64_t random,
                     const int64_t *numbers, int options, double *values) {
    const State *all = worlds;
    Tree t = {0};
    this_run();
    uint64_t x = random;
    int *at = malloc(sizeof(int) * (size_t)(options + 1));
    opt *data = options_of(all, numbers, options, at);
    State *S = malloc(sizeof(State));
    if (!S || !at) abort();
    int actor = all[0].actor;
    settle(&t, S, all, count, horizon, &x);
    for (int i = 0; i < options; i++) {
        double sum = 0;
        uint64_t y = x; /* all see the same chance */
        for (int k = 0; k < tries; k++) {
            jmp_buf here;
            double out[PLAYERS];
            begin_in(S, all, count, k, &y);
            run->leave = &here;
            int why = setjmp(here);
            counted.on = 1;
            if (!why) {
                choose(S, data + at[i]);
                play_out(&t, S, go_on(S), playout_length(horizon) - 1, &y, out);
            } else {
                if (why == OVER) end_game(S);
                forget_options();
                if (went_wrong(why)) for (int p = 0; p < PLAYERS; p++) out[p] = 0.0;
                else rewards(&t, S, why == OVER, 0, out);
            }
            sum += actor >= 0 && actor < PLAYERS ? out[actor] : 0.0;
        }
        values[i] = sum / tries;
    }
    counted.on = 0;
    forget_options();
    free(S);
    free(at);
    free(data);
}
