/* A growing grid: where something lies, upwards, and what. MOST_ON_GRID is defined. */

enum { NO_ZONE, ROW, PILE, LOOSE, SPACE, GRID };

typedef struct { int n; int at[MOST_ON_GRID]; int16_t what[MOST_ON_GRID]; } G;

static inline int grid_get(const G *g, int c) {
    int i = list_find(g->at, g->n, c);
    return i < g->n && g->at[i] == c ? g->what[i] : NONE;
}

static inline void grid_copy(G *to, const G *from) {
    to->n = from->n;
    memmove(to->at, from->at, sizeof(int) * (size_t)from->n);
    memmove(to->what, from->what, sizeof(int16_t) * (size_t)from->n);
}

static inline int grid_same(const G *a, const G *b) {
    return a->n == b->n && !memcmp(a->at, b->at, sizeof(int) * (size_t)a->n) &&
           !memcmp(a->what, b->what, sizeof(int16_t) * (size_t)a->n);
}

static inline void grid_set(G *g, int c, int what, int line) {
    int i = list_find(g->at, g->n, c);
    if (i < g->n && g->at[i] == c) { g->what[i] = (int16_t)what; return; }
    if (UNLIKELY(g->n == MOST_ON_GRID)) fault(FAULT_CAPACITY, MOST_ON_GRID, 0, 0, line);
    memmove(g->at + i + 1, g->at + i, sizeof(int) * (size_t)(g->n - i));
    memmove(g->what + i + 1, g->what + i, sizeof(int16_t) * (size_t)(g->n - i));
    g->at[i] = c;
    g->what[i] = (int16_t)what;
    g->n++;
}

static inline void grid_remove_at(G *g, int i) {
    g->n--;
    memmove(g->at + i, g->at + i + 1, sizeof(int) * (size_t)(g->n - i));
    memmove(g->what + i, g->what + i + 1, sizeof(int16_t) * (size_t)(g->n - i));
    g->at[g->n] = 0;
    g->what[g->n] = 0;
}

static inline void grid_clear(G *g, int c) {
    int i = list_find(g->at, g->n, c);
    if (i < g->n && g->at[i] == c) grid_remove_at(g, i);
}

static inline void grid_put(G *g, int c, int what, int line) { grid_set(g, c, what, line); }
