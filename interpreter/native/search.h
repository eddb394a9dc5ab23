/* Players that think: Monte Carlo tree search over information sets.

   A descent begins in one of several worlds, which differ in what the player who thinks
   cannot know. The tree is open loop: a node is a sequence of choices, its children are
   the choices that were possible in some world (Cowling, Powley, Whitehouse: Information
   Set Monte Carlo Tree Search, 2012). Where choices are many, more of them are taken in
   as a node is visited more often (progressive widening). */

#define MOST_PLAYOUT 5000
#define WIDTH 8
#define PATH 512
#define PRIOR 2
#define DRAWN_AS 8          /* a bunch of counted options is as likely to be drawn from */
#define SOME 32             /* so many of them are looked at first */

typedef struct {
    uint64_t key;
    int node, visits, there;
    int begin, size;            /* the option, where it was drawn and not listed; else -1 */
    double value;
} Child;
typedef struct { int first, count, room, visits; } Node;

typedef struct {
    Node *nodes;
    int node_count, node_room;
    Child *children;
    int child_count, child_room;
    double spread, mean, seen;  /* of differences of points, as they are met */
    int wide;                   /* all options of the first decision are followed */
    int *data;                  /* options that were drawn */
    int used, data_room;
} Tree;

static inline uint64_t option_key(const int *option, int size) {
    uint64_t x = 0x9E3779B97F4A7C15ull;
    for (int i = 0; i < size; i++) {
        x = (x ^ (uint32_t)option[i]) * 0xBF58476D1CE4E5B9ull;
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
    t->nodes[t->node_count] = (Node){0, 0, 0, 0};
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
    *c = (Child){key, -1, 0, 0, -1, 0, 0.0};
    return c;
}

static inline int option_size(int number) {
    Options *o = &run->options;
    return (number + 1 < o->count ? o->at[number + 1] : o->used) - o->at[number];
}

static inline const int *option_at(int number) { return run->options.data + run->options.at[number]; }

static inline void forget_options(void) {
    run->options.count = run->options.used = 0;
    forget_counted();
}

/* Keeps an option that was drawn: it will not be listed the next time. */
static void tree_keep(Tree *t, Child *c, const int *option, int size) {
    if (t->used + size > t->data_room) {
        t->data_room = (t->used + size) * 2 + 256;
        t->data = realloc(t->data, sizeof(int) * (size_t)t->data_room);
        if (!t->data) abort();
    }
    memcpy(t->data + t->used, option, sizeof(int) * (size_t)size);
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

/* Goes on by chance from a decision that has been reached, `most` choices at most. */
static int by_chance(State *S, int status, long long most, uint64_t *x) {
    long long made = 0;
    while (status == ASK && made < most) status = step_by_chance(S, x, &made);
    return status;
}

/* Carries the rule that ranks the players out in place of what is under way, as if the
   game ended now; what it asks is chosen by chance. */
static int score_now(State *S, uint64_t *x) {
    int player = S->turn == NONE ? 0 : S->turn;
    S->depth = 0;
    run->rounds = 0;
    return by_chance(S, begin_scoring(S, player), MOST_PLAYOUT, x);
}

/* What a state at its end is worth to each player: 0 to 1. */
static void rewards(Tree *t, const State *S, int over, double *out) {
    int known = over && S->has_result == 1, winners = 0;
    for (int p = 0; known && p < PLAYERS; p++) winners += S->result[p] == 1;
    for (int p = 0; p < PLAYERS; p++)
        out[p] = !known ? 1.0 / PLAYERS : S->result[p] == 1 ? 1.0 / winners : 0.0;
    if (!known || !S->has_points || PLAYERS < 2) return;
    for (int p = 0; p < PLAYERS; p++) {
        int best = INT_MIN;
        for (int q = 0; q < PLAYERS; q++) if (q != p && S->points[q] > best) best = S->points[q];
        double d = (double)S->points[p] - best;
        t->seen += 1;
        t->spread += (d * d - t->spread) / t->seen;
        double scale = __builtin_sqrt(t->spread) + 1e-9;
        out[p] = 0.5 * out[p] + 0.5 / (1.0 + __builtin_exp(-2.0 * d / scale));
    }
}

/* Goes on by chance for `most` choices, then says what it is worth. */
static void play_out(Tree *t, State *S, int status, long long most, uint64_t *x, double *out) {
    status = by_chance(S, status, most, x);
    if (status == ASK && HAS_SCORING) status = score_now(S, x);
    rewards(t, S, status == OVER, out);
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
        const int *option = t->data + c->begin;
        for (int k = 0; k < counted.count; k++) {
            if (!bunch_has(&counted.bunches[k], option, c->size)) continue;
            int *o = option_new(&run->options, option[0], c->size);
            memcpy(o, option + 1, sizeof(int) * (size_t)(c->size - 1));
            option_end(&run->options, o + c->size - 1);
            break;
        }
    }
}

/* Which option to follow at a node: a new one while the node is narrow, else the best. Of
   those that are counted a new one is drawn: each bunch is as likely as some that are listed. */
static int select_option(Tree *t, int node, double explore, uint64_t *x, uint64_t *key, int *fresh) {
    Node *n = &t->nodes[node];
    int listed = run->options.count;
    if (counted.count) list_drawn(t, node);
    int count = run->options.count;
    int width = node ? WIDTH + (int)(1.5 * __builtin_sqrt((double)n->visits)) : t->wide ? INT_MAX : 0;
    int known = 0, best = -1, untried = -1, seen = 0;
    double most = -1e300;
    for (int i = 0; i < count; i++) {
        uint64_t k = option_key(option_at(i), option_size(i));
        Child *c = tree_child(t, node, k);
        if (!c || !c->visits) {
            if (below(x, ++seen) == 0) untried = i;
            continue;
        }
        known++;
        c->there++;
        double u = upper_bound(c, explore);
        if (u > most) { most = u; best = i; }
    }
    int is_open = known < width || best < 0;
    for (int k = 0; node && is_open && k < counted.count; k++) {
        seen += DRAWN_AS;
        if (below(x, seen) >= DRAWN_AS) continue;
        draw_from(&counted.bunches[k], x);
        untried = run->options.count - 1;
    }
    int chosen = is_open && untried >= 0 ? untried : best;
    *key = option_key(option_at(chosen), option_size(chosen));
    Child *c = tree_child(t, node, *key);
    if (!c) {
        c = tree_add(t, node, *key);
        if (chosen >= listed) tree_keep(t, c, option_at(chosen), option_size(chosen));
    }
    *fresh = !c->visits;
    return chosen;
}

typedef struct { int node, child, actor; } Edge;

static int descend(Tree *t, State *S, double explore, int horizon, uint64_t *x) {
    jmp_buf here;
    Edge path[PATH];
    volatile int length = 0;
    double out[PLAYERS];
    run->leave = &here;
    int why = setjmp(here);
    counted.on = 1;
    if (!why) {
        run->rounds = 0;
        forget_options();
        int node = 0, status = ASK, fresh = 0;
        for (int made = 0; status == ASK && !fresh && length < PATH && made < MOST_PLAYOUT; made++) {
            if ((status = ask(S)) != ASK) break;
            if (run->options.count == 1 && !counted.count) { status = take(S, 0); continue; }
            uint64_t key;
            int actor = S->actor;
            int chosen = select_option(t, node, explore, x, &key, &fresh);
            Child *c = tree_child(t, node, key);
            int at = (int)(c - t->children) - t->nodes[node].first;
            if (c->node < 0) {
                int made = tree_node(t);
                t->children[t->nodes[node].first + at].node = made;
            }
            path[length] = (Edge){node, at, actor};
            length = length + 1;
            node = t->children[t->nodes[node].first + at].node;
            status = take(S, chosen);
        }
        play_out(t, S, status, playout_length(horizon), x, out);
    } else {
        if (why == OVER) end_game(S);
        forget_options();
        if (why == FAULT) for (int p = 0; p < PLAYERS; p++) out[p] = 0.0;
        else rewards(t, S, why == OVER, out);
    }
    for (int i = 0; i < length; i++) {
        Child *c = &t->children[t->nodes[path[i].node].first + path[i].child];
        c->visits++;
        c->value += path[i].actor >= 0 && path[i].actor < PLAYERS ? out[path[i].actor] : 0.0;
        t->nodes[path[i].node].visits++;
    }
    return why == FAULT;
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
static int *options_of(const State *world, const int64_t *numbers, int options, int *at) {
    jmp_buf here;
    int used = 0, room = 64, *data = malloc(sizeof(int) * (size_t)room);
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
            data = realloc(data, sizeof(int) * (size_t)room);
            if (!data) abort();
        }
        at[i] = used;
        memcpy(data + used, option_at(number), sizeof(int) * (size_t)size);
        used += size;
    }
    at[options] = used;
    forget_options();
    return data;
}

/* Takes the options into the tree that are expected to be best: `kept` of them, each with its
   worth as if it had been seen a few times; without a prior all of them. */
static void begin_with(Tree *t, const int *data, const int *at, const double *prior, int options, int kept) {
    for (int i = 0; i < options; i++) {
        int better = 0;
        for (int k = 0; prior && k < options; k++)
            better += prior[k] > prior[i] || (prior[k] == prior[i] && k < i);
        if (prior && better >= kept) continue;
        const int *option = data + at[i];
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

/* Looks at `iterations` continuations from the decision that all worlds wait for, with those
   of its options that have the given numbers. With a `prior`, what is expected of each, only
   the best are followed, `kept` of them. For each: how often it was followed, and the mean of
   what it brought to whoever chooses. */
void game_search(const void *worlds, int count, int iterations, double explore, int horizon,
                 uint64_t random, const int64_t *numbers, const double *prior, int options, int kept,
                 int *visits, double *values) {
    const State *all = worlds;
    Tree t = {0};
    this_run();
    uint64_t x = random;
    int *at = malloc(sizeof(int) * (size_t)(options + 1)), *data = options_of(all, numbers, options, at);
    State *S = malloc(sizeof(State));
    if (!S || !at) abort();
    tree_node(&t);
    t.wide = !prior;
    begin_with(&t, data, at, prior, options, kept);
    for (int i = 0; i < iterations; i++) {
        *S = all[i % count];
        S->seed = next_random(&x);
        S->counter = 0;
        descend(&t, S, explore, horizon, &x);
    }
    counted.on = 0;
    for (int i = 0; i < options; i++) {
        const Child *c = tree_child(&t, 0, option_key(data + at[i], at[i + 1] - at[i]));
        visits[i] = c ? c->visits - (prior ? PRIOR : 0) : 0;
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
    int *at = malloc(sizeof(int) * (size_t)(options + 1)), *data = options_of(all, numbers, options, at);
    State *S = malloc(sizeof(State));
    if (!S || !at) abort();
    int actor = all[0].actor;
    for (int i = 0; i < options; i++) {
        double sum = 0;
        for (int k = 0; k < tries; k++) {
            jmp_buf here;
            double out[PLAYERS];
            *S = all[k % count];
            S->seed = next_random(&x);
            S->counter = 0;
            run->leave = &here;
            int why = setjmp(here);
            counted.on = 1;
            if (!why) {
                choose(S, data + at[i]);
                play_out(&t, S, go_on(S), playout_length(horizon) - 1, &x, out);
            } else {
                if (why == OVER) end_game(S);
                forget_options();
                if (why == FAULT) for (int p = 0; p < PLAYERS; p++) out[p] = 0.0;
                else rewards(&t, S, why == OVER, out);
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
