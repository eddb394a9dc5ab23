/* ---- chosen sets ------------------------------------------------------------------------- */

/* Every choice of some items, as interpreter/runtime/support.py: subsets builds them. */
typedef struct {
    const int *items;  /* of all groups, one behind the other */
    int groups, least, most, has_low, has_high;
    num low, high;
    int first[MOST_CHOSEN + 1], size[MOST_CHOSEN + 1];
    num weight[MOST_CHOSEN + 1];
    int rest[MOST_CHOSEN + 2];
    num rest_weight[MOST_CHOSEN + 2];
    int count[MOST_CHOSEN + 1], taken[MOST_CHOSEN + 2];
    num total[MOST_CHOSEN + 2];
    int begun, taken_all;
    int chosen[MOST_CHOSEN + 1];
} Subsets;

/* So many candidates cannot be counted with others any more. */
#define MANY (1ull << 40)

static inline uint64_t ways_of(int n, const uint64_t *sizes) {
    uint64_t all = 1;
    for (int i = 0; i < n; i++) if (!sizes[i]) return 0;
    for (int i = 0; i < n; i++) if (sizes[i] >= MANY || (all *= sizes[i]) >= MANY) return MANY;
    return all;
}

static inline uint64_t below_many(uint64_t *x, uint64_t count) {
    return (uint64_t)(((__uint128_t)next_random(x) * count) >> 64);
}

static inline int within(num n, num least, num most) { return n >= least && n <= most; }

/* The first of the rows of some numbers that is equal to the one at a place. */
static inline int first_like(const num *rows, int at, int size) {
    for (int i = 0; i < at; i++)
        if (!memcmp(rows + i * size, rows + at * size, sizeof(num) * (size_t)size)) return i;
    return at;
}

/* Groups items that look alike, or are equal where the list `repeats` some; `grouped` is room
   for them. */
static void subsets_begin(Subsets *s, V items, num least, num most, const int16_t *faces,
                          int repeats, const num *weights, int has_low, num low, int has_high,
                          num high, int *grouped) {
    int n = 0;
    s->groups = 0;
    s->items = grouped;
    for (int i = 0; i < items.n; i++) {
        int face = faces ? faces[items.v[i]] : items.v[i];
        int known = 0;
        if (faces || repeats)
            for (int k = 0; k < i && !known; k++) known = (faces ? faces[items.v[k]] : items.v[k]) == face;
        if (known) continue;
        int g = s->groups++;
        s->first[g] = n;
        for (int k = i; k < items.n; k++)
            if ((faces ? faces[items.v[k]] : items.v[k]) == face) grouped[n++] = items.v[k];
        s->size[g] = n - s->first[g];
        s->weight[g] = weights ? weights[grouped[s->first[g]]] : 0;
    }
    s->least = clipped(least); s->most = most < items.n ? clipped(most) : items.n;
    s->has_low = has_low; s->low = low; s->has_high = has_high; s->high = high;
    s->rest[s->groups] = 0;
    s->rest_weight[s->groups] = 0;
    for (int g = s->groups - 1; g >= 0; g--) {
        s->rest[g] = s->rest[g + 1] + s->size[g];
        s->rest_weight[g] = s->rest_weight[g + 1];
        if (weights)
            for (int k = 0; k < s->size[g]; k++)
                s->rest_weight[g] += weights[grouped[s->first[g] + k]];
    }
    s->taken[0] = 0;
    s->total[0] = 0;
    s->begun = 0;
}

static inline int subsets_hopeless(const Subsets *s, int g) {
    return s->taken[g] + s->rest[g] < s->least ||
           (s->has_low && s->total[g] + s->rest_weight[g] < s->low);
}

static int subsets_next(Subsets *s, V *out) {
    int g;
    if (!s->begun) {
        s->begun = 1;
        if (s->least > s->most) return 0;
        g = 0;
    } else {
        g = s->groups - 1;
        goto back;
    }
    for (;;) {
        if (subsets_hopeless(s, g)) { g--; goto back; }
        if (g == s->groups) {
            int n = 0;
            for (int i = 0; i < s->groups; i++)
                for (int k = 0; k < s->count[i]; k++)
                    s->chosen[n++] = s->items[s->first[i] + k];
            *out = (V){s->chosen, n};
            return 1;
        }
        s->count[g] = (s->size[g] < s->most - s->taken[g] ? s->size[g]
                                                           : s->most - s->taken[g]) + 1;
    back:
        for (;;) {
            if (g < 0) return 0;
            if (--s->count[g] < 0) { g--; continue; }
            num heavier = s->total[g] + s->weight[g] * s->count[g];
            if (s->has_high && heavier > s->high) continue;
            s->taken[g + 1] = s->taken[g] + s->count[g];
            s->total[g + 1] = heavier;
            break;
        }
        g++;
    }
}

/* How many choices there are, whatever their number and sums. */
static uint64_t subsets_ways(const Subsets *s) {
    uint64_t all = 1;
    for (int g = 0; g < s->groups && all < MANY; g++) all *= (uint64_t)s->size[g] + 1;
    return all < MANY ? all : MANY;
}

/* One of them by its number; gives whether it can be chosen. */
static int subsets_nth(Subsets *s, uint64_t k, V *out) {
    int n = 0;
    num total = 0;
    for (int g = 0; g < s->groups; g++) {
        int count = (int)(k % ((uint64_t)s->size[g] + 1));
        k /= (uint64_t)s->size[g] + 1;
        total += s->weight[g] * count;
        for (int i = 0; i < count; i++) s->chosen[n++] = s->items[s->first[g] + i];
    }
    s->taken_all = n;
    *out = (V){s->chosen, n};
    return within(n, s->least, s->most) && !(s->has_low && total < s->low) && !(s->has_high && total > s->high);
}

/* Every choice from a bundle, most of the first kinds first. */
typedef struct { int kinds, begun; num least, most, taken_all, have[64], rest[65], taken[65], count[64]; } Bundles;

static void bundles_begin(Bundles *s, const num *have, int kinds, num least, num most) {
    s->kinds = kinds; s->begun = 0;
    s->rest[kinds] = 0;
    for (int k = kinds - 1; k >= 0; k--) {
        s->have[k] = have[k];
        s->rest[k] = s->rest[k + 1] + have[k];
    }
    s->least = least; s->most = most < s->rest[0] ? most : s->rest[0];
    s->taken[0] = 0;
}

static int bundles_next(Bundles *s) {
    int k;
    if (!s->begun) {
        s->begun = 1;
        if (s->least > s->most) return 0;
        k = 0;
    } else { k = s->kinds - 1; goto back; }
    for (;;) {
        if (k == s->kinds) return 1;
        s->count[k] = least_of(s->have[k], s->most - s->taken[k]) + 1;
    back:
        for (;;) {
            if (k < 0) return 0;
            num fewest = most_of(0, s->least - s->taken[k] - s->rest[k + 1]);
            if (--s->count[k] < fewest) { k--; continue; }
            s->taken[k + 1] = s->taken[k] + s->count[k];
            break;
        }
        k++;
    }
}

/* How many choices there are, whatever their number. */
static uint64_t bundles_ways(const Bundles *s) {
    uint64_t all = 1;
    for (int k = 0; k < s->kinds && all < MANY; k++)
        all = s->have[k] >= (num)MANY ? MANY : all * ((uint64_t)s->have[k] + 1);
    return all < MANY ? all : MANY;
}

/* One of them by its number; gives whether it can be chosen. */
static int bundles_nth(Bundles *s, uint64_t number) {
    num n = 0;
    for (int k = 0; k < s->kinds; k++) {
        s->count[k] = (num)(number % ((uint64_t)s->have[k] + 1));
        number /= (uint64_t)s->have[k] + 1;
        n += s->count[k];
    }
    s->taken_all = n;
    return n >= s->least && n <= s->most;
}
