/* The longest round trip in a small graph, exactly as interpreter/runtime/loops.py finds it. */

#define MOST_STEPS 256
#define MOST_POINTS 256
#define MOST_CYCLES 20

typedef struct { uint64_t w[MOST_STEPS / 64]; } StepSet;

typedef struct {
    int n, a[MOST_STEPS], b[MOST_STEPS], points;
    int order[MOST_POINTS], low[MOST_POINTS], clock;
    unsigned char bridge[MOST_STEPS];
    int head[MOST_POINTS];
} LoopGraph;

static void loop_bridges(LoopGraph *g, int here, int by) {
    g->order[here] = g->low[here] = ++g->clock;
    for (int s = 0; s < g->n; s++) {
        if (s == by || (g->a[s] != here && g->b[s] != here)) continue;
        int there = g->a[s] == here ? g->b[s] : g->a[s];
        if (g->order[there]) g->low[here] = min_of(g->low[here], g->order[there]);
        else {
            loop_bridges(g, there, s);
            g->low[here] = min_of(g->low[here], g->low[there]);
            if (g->low[there] > g->order[here]) g->bridge[s] = 1;
        }
    }
}

static int loop_head(LoopGraph *g, int p) {
    while (g->head[p] != p) p = g->head[p];
    return p;
}

/* The largest group of points that some steps hang together, more than `beat` of them. */
static int loop_part(LoopGraph *g, const int *steps, const StepSet *chosen, int n, int beat, int *best) {
    int size[MOST_POINTS] = {0}, seen[MOST_POINTS] = {0}, most = beat, which = -1;
    for (int p = 0; p < g->points; p++) g->head[p] = p;
    for (int i = 0; i < n; i++) {
        if (!(chosen->w[i >> 6] >> (i & 63) & 1)) continue;
        int x = loop_head(g, g->a[steps[i]]), y = loop_head(g, g->b[steps[i]]);
        if (x < y) g->head[y] = x; else g->head[x] = y;
        seen[g->a[steps[i]]] = seen[g->b[steps[i]]] = 1;
    }
    for (int p = 0; p < g->points; p++) if (seen[p]) size[loop_head(g, p)]++;
    for (int i = 0; i < n; i++) { /* in the order of the first steps of the parts */
        if (!(chosen->w[i >> 6] >> (i & 63) & 1)) continue;
        int h = loop_head(g, g->a[steps[i]]);
        if (size[h] > most) { most = size[h]; which = h; }
    }
    if (which < 0) return beat;
    int k = 0;
    for (int p = 0; p < g->points; p++) if (seen[p] && loop_head(g, p) == which) best[k++] = p;
    return k;
}

static int loop_longest(LoopGraph *g, const int *steps, int n, int beat, int *best, int line) {
    int there[MOST_POINTS] = {0}, points = 0, first = -1;
    for (int i = 0; i < n; i++) there[g->a[steps[i]]] = there[g->b[steps[i]]] = 1;
    for (int p = 0; p < g->points; p++) if (there[p]) { points++; if (first < 0) first = p; }
    if (points <= beat) return beat;
    StepSet way[MOST_POINTS], cycles[MOST_CYCLES];
    int known[MOST_POINTS] = {0}, done[MOST_STEPS] = {0}, count = 0, left = n;
    memset(&way[first], 0, sizeof way[first]);
    known[first] = 1;
    while (left) {
        for (int i = 0; i < n; i++) {
            if (done[i]) continue;
            int a = g->a[steps[i]], b = g->b[steps[i]];
            if (!known[a] && !known[b]) continue;
            done[i] = 1;
            left--;
            if (known[a] && known[b]) {
                if (count == MOST_CYCLES) fault(FAULT_SEARCH, count, 0, 0, line);
                for (int w = 0; w < MOST_STEPS / 64; w++) cycles[count].w[w] = way[a].w[w] ^ way[b].w[w];
                cycles[count++].w[i >> 6] ^= 1ull << (i & 63);
            } else {
                int to = known[a] ? b : a, from = known[a] ? a : b;
                way[to] = way[from];
                way[to].w[i >> 6] ^= 1ull << (i & 63);
                known[to] = 1;
            }
        }
    }
    StepSet chosen;
    memset(&chosen, 0, sizeof chosen);
    int most = beat;
    for (unsigned turn = 1; turn < 1u << count; turn++) {
        StepSet *c = &cycles[__builtin_ctz(turn)];
        unsigned char passed[MOST_POINTS] = {0};
        int size = 0;
        for (int w = 0; w < MOST_STEPS / 64; w++) chosen.w[w] ^= c->w[w];
        for (int i = 0; i < n; i++)
            if (chosen.w[i >> 6] >> (i & 63) & 1) {
                size += !passed[g->a[steps[i]]];
                passed[g->a[steps[i]]] = 1;
                size += !passed[g->b[steps[i]]];
                passed[g->b[steps[i]]] = 1;
            }
        if (size <= most) continue;
        most = loop_part(g, steps, &chosen, n, most, best);
        if (most == points) break;
    }
    return most;
}

/* No steps yet, between so many points. */
static void graph_begin(LoopGraph *g, int points, int line) {
    memset(g, 0, sizeof *g);
    g->points = points;
    if (points > MOST_POINTS) fault(FAULT_CAPACITY, MOST_POINTS, 0, 0, line);
}

/* The steps from a point to later ones; they come in the order of the points. */
static void graph_steps(LoopGraph *g, int from, int *ends, int n, int line) {
    V sorted = list_sorted_set(ends, n);
    for (int k = 0; k < sorted.n; k++) {
        if (g->n == MOST_STEPS) fault(FAULT_CAPACITY, MOST_STEPS, 0, 0, line);
        g->a[g->n] = from;
        g->b[g->n++] = sorted.v[k];
    }
}

/* The steps over the places of a grid; `edges` are, for each place, the sides over which
   one can go both ways. */
static void places_graph(LoopGraph *g, V cells, const unsigned char *edges, const int *steps, int sides, int line) {
    graph_begin(g, cells.n, line);
    for (int i = 0; i < cells.n; i++) {
        int ends[8], m = 0;
        for (int s = 0; s < sides; s++)
            if (steps[s] > 0 && edges[i] >> s & 1) ends[m++] = list_find(cells.v, cells.n, cells.v[i] + steps[s]);
        graph_steps(g, i, ends, m, line);
    }
}

/* The points of the longest round trip, upwards. */
static V graph_loop(LoopGraph *given, const int *points, int *out, int line) {
    LoopGraph g = *given;
    for (int p = 0; p < g.points; p++) if (!g.order[p]) loop_bridges(&g, p, -1);
    int n = 0, group[MOST_STEPS];
    for (int p = 0; p < g.points; p++) g.head[p] = p;
    for (int s = 0; s < g.n; s++) {
        if (g.bridge[s]) continue;
        g.a[n] = g.a[s];
        g.b[n++] = g.b[s];
    }
    g.n = n;
    for (int s = 0; s < n; s++) {
        int x = loop_head(&g, g.a[s]), y = loop_head(&g, g.b[s]);
        if (x < y) g.head[y] = x; else g.head[x] = y;
    }
    for (int s = 0; s < n; s++) group[s] = loop_head(&g, g.a[s]);
    int best[MOST_POINTS], most = 0, done[MOST_POINTS] = {0};
    for (int s = 0; s < n; s++) {
        if (done[group[s]]) continue;
        done[group[s]] = 1;
        int part[MOST_STEPS], m = 0;
        for (int k = s; k < n; k++) if (group[k] == group[s]) part[m++] = k;
        most = loop_longest(&g, part, m, most, best, line);
    }
    for (int i = 0; i < most; i++) out[i] = points[best[i]];
    return (V){out, most};
}

/* The groups of points that steps join, in the order of their first. */
static VV graph_groups(LoopGraph *g, const int *points, int *flat, int *at) {
    int n = 0, groups = 0;
    at[0] = 0;
    for (int p = 0; p < g->points; p++) g->head[p] = p;
    for (int s = 0; s < g->n; s++) {
        int x = loop_head(g, g->a[s]), y = loop_head(g, g->b[s]);
        if (x < y) g->head[y] = x; else g->head[x] = y;
    }
    for (int p = 0; p < g->points; p++) {
        if (loop_head(g, p) != p) continue;
        for (int q = p; q < g->points; q++) if (loop_head(g, q) == p) flat[n++] = points[q];
        at[++groups] = n;
    }
    return (VV){flat, at, groups};
}

/* The longest trail, exactly as interpreter/runtime/trails.py finds it. */

#define MOST_FOLLOWING 32
#define MOST_TRIED 300000

typedef struct {
    int steps; /* each one counts as two, one for each direction */
    num length[MOST_STEPS];
    unsigned char count[2 * MOST_STEPS];
    short next[2 * MOST_STEPS][MOST_FOLLOWING];
} Trails;

static void trails_begin(Trails *t, int steps, int line) {
    if (steps > MOST_STEPS) fault(FAULT_CAPACITY, MOST_STEPS, 0, 0, line);
    t->steps = steps;
    for (int s = 0; s < steps; s++) t->length[s] = 1;
    memset(t->count, 0, sizeof t->count);
}

static void trails_follow(Trails *t, int way, int next, int line) {
    if (t->count[way] == MOST_FOLLOWING) fault(FAULT_CAPACITY, MOST_FOLLOWING, 0, 0, line);
    t->next[way][t->count[way]++] = (short)next;
}

static int trails_top(const int *head, int step) {
    while (head[step] != step) step = head[step];
    return step;
}

/* The steps along the longest trail, each with its direction; returns how many. */
static int trails_longest(const Trails *t, int *best, int line) {
    int n = t->steps, head[MOST_STEPS], found = 0, tried = 0;
    num size[MOST_STEPS] = {0}, longest = -1;
    for (int s = 0; s < n; s++) head[s] = s;
    for (int way = 0; way < 2 * n; way++)
        for (int k = 0; k < t->count[way]; k++) {
            int a = trails_top(head, way >> 1), b = trails_top(head, t->next[way][k] >> 1);
            if (a < b) head[b] = a; else head[a] = b;
        }
    for (int s = 0; s < n; s++) size[trails_top(head, s)] += t->length[s];
    for (int start = 0; start < 2 * n; start++) {
        num most = size[trails_top(head, start >> 1)], long_so_far = t->length[start >> 1];
        if (most <= longest) continue;
        int trail[MOST_STEPS], at[MOST_STEPS], length = 1;
        unsigned char passed[MOST_STEPS] = {0};
        trail[0] = start;
        at[0] = 0;
        passed[start >> 1] = 1;
        if (long_so_far > longest) {
            best[0] = start;
            found = 1;
            longest = long_so_far;
        }
        while (length && longest < most) {
            int way = trail[length - 1], k = at[length - 1];
            while (k < t->count[way] && passed[t->next[way][k] >> 1]) k++;
            if (k == t->count[way]) {
                passed[trail[--length] >> 1] = 0;
                long_so_far -= t->length[trail[length] >> 1];
                continue;
            }
            at[length - 1] = k + 1;
            if (++tried > MOST_TRIED) fault(FAULT_TRAIL, 0, 0, 0, line);
            trail[length] = t->next[way][k];
            at[length] = 0;
            long_so_far += t->length[trail[length] >> 1];
            passed[trail[length++] >> 1] = 1;
            if (long_so_far > longest) {
                memcpy(best, trail, sizeof(int) * (size_t)length);
                found = length;
                longest = long_so_far;
            }
        }
    }
    return found;
}

/* The points along the longest trail; `out` has room for one more than there are steps. */
static V graph_trail(const LoopGraph *g, const int *points, int *out, int line) {
    if (!g->n) {
        if (g->points) out[0] = points[0];
        return (V){out, g->points > 0};
    }
    Trails t;
    trails_begin(&t, g->n, line);
    for (int s = 0; s < g->n; s++)
        for (int d = 0; d < 2; d++) {
            int end = d ? g->a[s] : g->b[s];
            for (int k = 0; k < g->n; k++)
                if (k != s && (g->a[k] == end || g->b[k] == end)) trails_follow(&t, 2 * s + d, 2 * k + (g->b[k] == end), line);
        }
    int n = trails_longest(&t, out + 1, line);
    out[0] = points[out[1] & 1 ? g->b[out[1] >> 1] : g->a[out[1] >> 1]];
    for (int i = 1; i <= n; i++) out[i] = points[out[i] & 1 ? g->a[out[i] >> 1] : g->b[out[i] >> 1]];
    return (V){out, n + 1};
}

/* The sides along the longest trail. */
static V sides_trail(const Trails *t, const int *sides, int *out, int line) {
    int n = trails_longest(t, out, line);
    for (int i = 0; i < n; i++) out[i] = sides[out[i] >> 1];
    return (V){out, n};
}

/* What a step costs, which is not less than nothing. */
static num priced(num cost, int line) {
    if (UNLIKELY(cost < 0)) fault(FAULT_PRICE, 0, 0, 0, line);
    return cost;
}

/* Of the cells that a way leads to and from which none has gone on, one that costs least. */
static int cheapest(const num *paid, const unsigned char *done, int cells) {
    int found = NONE;
    for (int c = 0; c < cells; c++)
        if (!done[c] && paid[c] != NONUM && (found == NONE || paid[c] < paid[found])) found = c;
    return found;
}

/* The groups of items that steps join which can be made both ways, in the order of their first. */
static VV items_joined(V in, const unsigned char *made, int *head, int *flat, int *at) {
    int n = 0, groups = 0;
    at[0] = 0;
    for (int p = 0; p < in.n; p++) head[p] = p;
    for (int a = 0; a < in.n; a++)
        for (int b = a + 1; b < in.n; b++) {
            if (!made[a * in.n + b] || !made[b * in.n + a]) continue;
            int x = a, y = b;
            while (head[x] != x) x = head[x];
            while (head[y] != y) y = head[y];
            if (x < y) head[y] = x; else head[x] = y;
        }
    for (int p = 0; p < in.n; p++) {
        if (head[p] != p) continue;
        for (int q = p; q < in.n; q++) {
            int x = q;
            while (head[x] != x) x = head[x];
            if (x == p) flat[n++] = in.v[q];
        }
        at[++groups] = n;
    }
    return (VV){flat, at, groups};
}
