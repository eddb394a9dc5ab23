/* Growing grids: places, what is beside them, and shapes. */

#define STRIDE 1024
#define HALF 512
#define LIMIT 500

static const int SQUARE_STEPS[4] = {-STRIDE, 1, STRIDE, -1};
static const int HEX_STEPS[6] = {1, 1 - STRIDE, -STRIDE, -1, STRIDE - 1, STRIDE};

static inline int place_x(int c) { return ((c + HALF) & (STRIDE - 1)) - HALF; }
static inline int place_y(int c) { return (c + HALF) >> 10; }

static inline int place_at(num x, num y, int line) {
    if (UNLIKELY(x < -LIMIT || x > LIMIT || y < -LIMIT || y > LIMIT))
        fault(FAULT_PLACE, x, y, 0, line);
    return (int)(y * STRIDE + x);
}

static inline int place_distance(int a, int b) {
    return abs_of(place_x(a) - place_x(b)) + abs_of(place_y(a) - place_y(b));
}

/* By place and side, which place is there: its position, or -1. */
static inline void places_beside(V cells, const int *steps, int sides, int16_t *to) {
    for (int i = 0; i < cells.n * sides; i++) to[i] = -1;
    for (int s = 0; s < sides; s++) {
        if (steps[s] < 0) continue;
        int back = (s + sides / 2) % sides;
        for (int i = 0, k = 0; i < cells.n; i++) {
            int there = cells.v[i] + steps[s];
            while (k < cells.n && cells.v[k] < there) k++;
            if (k == cells.n) break;
            if (cells.v[k] == there) {
                to[i * sides + s] = (int16_t)k;
                to[k * sides + back] = (int16_t)i;
            }
        }
    }
}

/* A shape as a small picture of its own, with a border of one place. */
typedef struct { int x, y, width, height; } Frame;

static inline Frame frame_of(V cells) {
    int x0 = INT_MAX, x1 = INT_MIN, y0 = INT_MAX, y1 = INT_MIN;
    for (int i = 0; i < cells.n; i++) {
        int x = place_x(cells.v[i]), y = place_y(cells.v[i]);
        if (x < x0) x0 = x;
        if (x > x1) x1 = x;
        if (y < y0) y0 = y;
        if (y > y1) y1 = y;
    }
    return (Frame){x0 - 1, y0 - 1, x1 - x0 + 3, y1 - y0 + 3};
}

/* The empty places beside a shape that fits into 64 rows of 64, upwards: a row is a word. */
static V frontier_by_rows(V cells, Frame f, int sides, int *to) {
    uint64_t full[64];
    int n = 0;
    memset(full, 0, sizeof(uint64_t) * (size_t)f.height);
    for (int i = 0; i < cells.n; i++)
        full[place_y(cells.v[i]) - f.y] |= 1ull << (place_x(cells.v[i]) - f.x);
    for (int y = 0; y < f.height; y++) {
        uint64_t above = y ? full[y - 1] : 0, below = y + 1 < f.height ? full[y + 1] : 0;
        uint64_t beside = full[y] << 1 | full[y] >> 1 | above | below;
        if (sides == 6) beside |= above >> 1 | below << 1;
        for (uint64_t left = beside & ~full[y]; left; left &= left - 1)
            to[n++] = (f.y + y) * STRIDE + f.x + __builtin_ctzll(left);
    }
    return (V){to, n};
}

/* The empty places beside a shape, upwards. */
static V places_frontier(V cells, const int *steps, int sides, int *to) {
    Frame f = frame_of(cells);
    if (cells.n && f.width <= 64 && f.height <= 64) return frontier_by_rows(cells, f, sides, to);
    int n = 0, next[8], inside = 0;
    for (int s = 0; s < sides; s++) next[s] = 0;
    for (;;) { /* the shape moved to each side is sorted, too: all of those merged */
        int least = INT_MAX;
        for (int s = 0; s < sides; s++)
            if (next[s] < cells.n) least = min_of(least, cells.v[next[s]] + steps[s]);
        if (least == INT_MAX) return (V){to, n};
        for (int s = 0; s < sides; s++)
            next[s] += next[s] < cells.n && cells.v[next[s]] + steps[s] == least;
        while (inside < cells.n && cells.v[inside] < least) inside++;
        if (inside == cells.n || cells.v[inside] != least) to[n++] = least;
    }
}

/* Whether a shape of squares has a hole. A row is a word, so only of small shapes. */
static int places_hole(V cells) {
    Frame f = frame_of(cells);
    uint64_t full[64], free_[64], out[64];
    int found = 0;
    memset(full, 0, sizeof(uint64_t) * (size_t)f.height);
    for (int i = 0; i < cells.n; i++)
        full[place_y(cells.v[i]) - f.y] |= 1ull << (place_x(cells.v[i]) - f.x);
    /* the first place of a hole has something above and to its left */
    for (int y = 1; y < f.height - 1; y++) found |= !!(~full[y] & full[y - 1] & full[y] << 1);
    if (!found) return 0;
    uint64_t all = f.width == 64 ? ~0ull : (1ull << f.width) - 1;
    for (int y = 0; y < f.height; y++) { free_[y] = ~full[y] & all; out[y] = 0; }
    out[0] = all;
    for (int again = 1; again;) {
        again = 0;
        for (int way = 0; way < 2; way++)
            for (int k = 1; k < f.height; k++) {
                int y = way ? f.height - 1 - k : k;
                uint64_t here = out[y] | (out[way ? y + 1 : y - 1] & free_[y]), before;
                if (here == out[y]) continue;
                do { before = here; here |= (here << 1 | here >> 1) & free_[y]; } while (here != before);
                out[y] = here;
                again = 1;
            }
    }
    for (int y = 0; y < f.height; y++) if (out[y] != free_[y]) return 1;
    return 0;
}

/* The empty places from which no way leads outside, upwards. */
static V places_enclosed(V cells, const int *steps, int sides, int *to, int room, int line) {
    if (cells.n < sides) return (V){to, 0};
    Frame f = frame_of(cells);
    int size = f.width * f.height, delta[8];
    for (int s = 0; s < sides; s++)
        delta[s] = place_y(steps[s]) * f.width + place_x(steps[s]);
    unsigned char *seen = calloc((size_t)size, 1);
    int *stack = malloc(sizeof(int) * (size_t)size);
    if (!seen || !stack) abort();
    for (int i = 0; i < cells.n; i++)
        seen[(place_y(cells.v[i]) - f.y) * f.width + place_x(cells.v[i]) - f.x] = 1;
    int top = 0;
    for (int i = 0; i < size; i++) { /* from every place of the border */
        int x = i % f.width, y = i / f.width;
        if (x && y && x < f.width - 1 && y < f.height - 1) continue;
        if (!seen[i]) { seen[i] = 2; stack[top++] = i; }
    }
    while (top) {
        int here = stack[--top], hx = here % f.width, hy = here / f.width;
        for (int s = 0; s < sides; s++) {
            int x = hx + place_x(steps[s]), y = hy + place_y(steps[s]);
            if (x < 0 || y < 0 || x >= f.width || y >= f.height) continue;
            int there = y * f.width + x;
            if (!seen[there]) { seen[there] = 2; stack[top++] = there; }
        }
    }
    int n = 0, full = 0;
    for (int i = 0; i < size && !full; i++)
        if (!seen[i]) {
            if (n == room) full = 1;
            else to[n++] = (i / f.width + f.y) * STRIDE + i % f.width + f.x;
        }
    free(seen); free(stack);
    if (full) fault(FAULT_CAPACITY, room, 0, 0, line);
    return (V){to, n};
}

static int places_any_enclosed(V cells, const int *steps, int sides, int *to, int room, int line) {
    if (cells.n < sides) return 0;
    if (sides == 4) {
        Frame f = frame_of(cells);
        if (f.width <= 64 && f.height <= 64) return places_hole(cells);
    }
    return places_enclosed(cells, steps, sides, to, room, line).n > 0;
}

/* The outer sides of a shape of squares as loops; an edge is place * 8 + side. */
static VV places_outline(V cells, int *flat, int *at, int room, int loops, int line) {
    int n = 0, count = 0;
    unsigned char *seen = calloc((size_t)cells.n + 1, 4);
    if (!seen) abort();
    at[0] = 0;
    for (int i = 0; i < cells.n; i++)
        for (int start = 0; start < 4; start++) {
            if (list_sorted_has(cells, cells.v[i] + SQUARE_STEPS[start])) continue;
            if (seen[i * 4 + start]) continue;
            int k = i, side = start;
            while (!seen[k * 4 + side]) {
                seen[k * 4 + side] = 1;
                if (n == room || count == loops) {
                    free(seen);
                    fault(FAULT_CAPACITY, room, 0, 0, line);
                }
                flat[n++] = cells.v[k] * 8 + side;
                int turned = (side + 1) & 3, ahead = cells.v[k] + SQUARE_STEPS[turned];
                if (!list_sorted_has(cells, ahead)) side = turned;
                else if (list_sorted_has(cells, ahead + SQUARE_STEPS[side])) {
                    k = list_find(cells.v, cells.n, ahead + SQUARE_STEPS[side]);
                    side = (side + 3) & 3;
                } else k = list_find(cells.v, cells.n, ahead);
            }
            at[++count] = n;
        }
    free(seen);
    return (VV){flat, at, count};
}

/* How many in a row hold, in a ring. */
static int longest_run(const unsigned char *flags, int n) {
    int best = 0, now = 0;
    for (int i = 0; i < 2 * n; i++) {
        now = flags[i % n] ? now + 1 : 0;
        if (now > best) best = now;
    }
    return best < n ? best : n;
}
