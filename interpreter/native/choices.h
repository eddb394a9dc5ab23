/* ---- chosen sets ------------------------------------------------------------------------- */

/* Every choice of some items, as interpreter/support.py: subsets builds them. */
typedef struct {
    const int *items;  /* of all groups, one behind the other */
    int groups, least, most, low, high, has_low, has_high;
    int first[COMPONENTS + 1], size[COMPONENTS + 1], weight[COMPONENTS + 1];
    int rest[COMPONENTS + 2];
    int rest_weight[COMPONENTS + 2];
    int count[COMPONENTS + 1], taken[COMPONENTS + 2], total[COMPONENTS + 2];
    int begun;
    int chosen[COMPONENTS + 1];
} Subsets;

/* Groups items that look alike; `grouped` is room for them. */
static void subsets_begin(Subsets *s, V items, int least, int most, const int16_t *faces,
                          const int *weights, int has_low, int low, int has_high,
                          int high, int *grouped) {
    int n = 0;
    s->groups = 0;
    s->items = grouped;
    for (int i = 0; i < items.n; i++) {
        int face = faces ? faces[items.v[i]] : items.v[i];
        int known = 0;
        if (faces)
            for (int k = 0; k < i && !known; k++) known = faces[items.v[k]] == face;
        if (known) continue;
        int g = s->groups++;
        s->first[g] = n;
        for (int k = i; k < items.n; k++)
            if ((faces ? faces[items.v[k]] : items.v[k]) == face) grouped[n++] = items.v[k];
        s->size[g] = n - s->first[g];
        s->weight[g] = weights ? weights[grouped[s->first[g]]] : 0;
    }
    s->least = least; s->most = most < items.n ? most : items.n;
    s->has_low = has_low; s->low = low; s->has_high = has_high; s->high = high;
    s->rest[s->groups] = s->rest_weight[s->groups] = 0;
    for (int g = s->groups - 1; g >= 0; g--) {
        s->rest[g] = s->rest[g + 1] + s->size[g];
        s->rest_weight[g] = s->rest_weight[g + 1];
        if (weights)
            for (int k = 0; k < s->size[g]; k++)
                s->rest_weight[g] += weights[grouped[s->first[g] + k]];
    }
    s->taken[0] = s->total[0] = 0;
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
            int heavier = s->total[g] + s->weight[g] * s->count[g];
            if (s->has_high && heavier > s->high) continue;
            s->taken[g + 1] = s->taken[g] + s->count[g];
            s->total[g + 1] = heavier;
            break;
        }
        g++;
    }
}

/* Every choice from a bundle, most of the first kinds first. */
typedef struct { int kinds, least, most, begun; int have[64], rest[65], taken[65], count[64]; } Bundles;

static void bundles_begin(Bundles *s, const int *have, int kinds, int least, int most) {
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
        s->count[k] = min_of(s->have[k], s->most - s->taken[k]) + 1;
    back:
        for (;;) {
            if (k < 0) return 0;
            int fewest = max_of(0, s->least - s->taken[k] - s->rest[k + 1]);
            if (--s->count[k] < fewest) { k--; continue; }
            s->taken[k + 1] = s->taken[k] + s->count[k];
            break;
        }
        k++;
    }
}
