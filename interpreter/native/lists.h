/* Lists, and lists of lists: once of what is an int (`V`, `VV`), once of numbers (`W`, `WW`).
   A set that is no bits is a list, upwards. */

static inline @V@ @list@_at(@VV@ lists, int i) {
    return (@V@){lists.v + lists.at[i], lists.at[i + 1] - lists.at[i]};
}

static inline int @list@_has(@V@ list, @T@ x) {
    for (int i = 0; i < list.n; i++) if (list.v[i] == x) return 1;
    return 0;
}

static inline int @list@_same(@V@ a, @V@ b) {
    return a.n == b.n && !memcmp(a.v, b.v, sizeof(@T@) * (size_t)a.n);
}

/* Less than 0 where the first comes before the second, more where it comes behind. */
static inline int @list@_order(@V@ a, @V@ b) {
    for (int i = 0; i < a.n && i < b.n; i++) if (a.v[i] != b.v[i]) return a.v[i] < b.v[i] ? -1 : 1;
    return a.n - b.n;
}

static inline @T@ @list@_nth(@V@ list, num i, int line) {
    if (UNLIKELY(i < 1 || i > list.n)) fault(FAULT_INDEX, i, list.n, 0, line);
    return list.v[i - 1];
}

static inline int @list@_position(@V@ list, @T@ x, int line) {
    for (int i = 0; i < list.n; i++) if (list.v[i] == x) return i + 1;
    fault(FAULT_POSITION, 0, 0, 0, line);
}

static inline @V@ @list@_copy(@V@ list, @T@ *to, int room, int line) {
    if (UNLIKELY(list.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
    memmove(to, list.v, sizeof(@T@) * (size_t)list.n);
    return (@V@){to, list.n};
}

static @V@ @list@_minus(@V@ a, @V@ b, @T@ *to) {
    int n = a.n;
    memmove(to, a.v, sizeof(@T@) * (size_t)n);
    for (int i = 0; i < b.n; i++)
        for (int k = 0; k < n; k++)
            if (to[k] == b.v[i]) {
                memmove(to + k, to + k + 1, sizeof(@T@) * (size_t)(n - k - 1));
                n--;
                break;
            }
    return (@V@){to, n};
}

static @V@ @list@_reversed(@V@ list, @T@ *to) {
    for (int i = 0; i < list.n; i++) to[i] = list.v[list.n - 1 - i];
    return (@V@){to, list.n};
}

/* Sorts, each value once: a set of numbers. */
static @V@ @list@_sorted_set(@T@ *v, int n) {
    for (int i = 1; i < n; i++) {
        @T@ x = v[i];
        int k = i;
        while (k > 0 && v[k - 1] > x) { v[k] = v[k - 1]; k--; }
        v[k] = x;
    }
    int m = 0;
    for (int i = 0; i < n; i++) if (!m || v[m - 1] != v[i]) v[m++] = v[i];
    return (@V@){v, m};
}

static inline @V@ @list@_joined(@V@ a, @V@ b, @T@ *to, int room, int line) {
    if (UNLIKELY(a.n + b.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
    if (a.n && a.v != to) memmove(to, a.v, sizeof(@T@) * (size_t)a.n);
    if (b.n) memmove(to + a.n, b.v, sizeof(@T@) * (size_t)b.n);
    return (@V@){to, a.n + b.n};
}

static inline @V@ @list@_range(num low, num high, @T@ *to, int room, int line) {
    num n = high < low ? 0 : high - low + 1;
    if (UNLIKELY(n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
    for (num i = 0; i < n; i++) to[i] = (@T@)(low + i);
    return (@V@){to, (int)n};
}

static inline @VV@ @lists@_copy(@VV@ list, @T@ *to, int *at, int room, int most, int line) {
    int first = list.n ? list.at[0] : 0, size = list.n ? list.at[list.n] - first : 0;
    if (UNLIKELY(size > room || list.n > most)) fault(FAULT_CAPACITY, room, 0, 0, line);
    if (size) memmove(to, list.v + first, sizeof(@T@) * (size_t)size);
    at[0] = 0;
    for (int i = 0; i < list.n; i++) at[i + 1] = list.at[i + 1] - first;
    return (@VV@){to, at, list.n};
}

static inline int @lists@_has(@VV@ lists, @V@ list) {
    for (int i = 0; i < lists.n; i++) if (@list@_same(@list@_at(lists, i), list)) return 1;
    return 0;
}

static inline int @lists@_same(@VV@ a, @VV@ b) {
    if (a.n != b.n) return 0;
    for (int i = 0; i < a.n; i++) if (!@list@_same(@list@_at(a, i), @list@_at(b, i))) return 0;
    return 1;
}

static inline int @lists@_position(@VV@ lists, @V@ list, int line) {
    for (int i = 0; i < lists.n; i++) if (@list@_same(@list@_at(lists, i), list)) return i + 1;
    fault(FAULT_POSITION, 0, 0, 0, line);
}

static @VV@ @lists@_reversed(@VV@ list, @T@ *to, int room, int *at, int most, int line) {
    at[0] = 0;
    for (int i = 0; i < list.n; i++) {
        @V@ next = @list@_at(list, list.n - 1 - i);
        if (UNLIKELY(i == most || at[i] + next.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
        if (next.n) memcpy(to + at[i], next.v, sizeof(@T@) * (size_t)next.n);
        at[i + 1] = at[i] + next.n;
    }
    return (@VV@){to, at, list.n};
}

/* Sorts lists where they lie, each once: a set of lists. Nothing else may look at them. */
static @VV@ @lists@_sorted_set(@VV@ list) {
    int n = list.n, size = n ? list.at[n] : 0, used = 0, m = 0;
    int order[n > 0 ? n : 1], begins[n > 0 ? n : 1], ends[n > 0 ? n : 1];
    @T@ *items = malloc(sizeof(@T@) * (size_t)(size + 1));
    if (!items) abort();
    if (size) memcpy(items, list.v, sizeof(@T@) * (size_t)size);
    for (int i = 0; i < n; i++) {
        begins[i] = list.at[i];
        ends[i] = list.at[i + 1];
        @V@ x = {items + begins[i], ends[i] - begins[i]};
        int k = i;
        for (; k > 0; k--) {
            int o = order[k - 1];
            if (@list@_order(x, (@V@){items + begins[o], ends[o] - begins[o]}) >= 0) break;
            order[k] = o;
        }
        order[k] = i;
    }
    @T@ *v = (@T@ *)list.v;
    int *at = (int *)list.at;
    at[0] = 0;
    for (int i = 0; i < n; i++) {
        @V@ x = {items + begins[order[i]], ends[order[i]] - begins[order[i]]};
        if (m && @list@_same(x, (@V@){v + at[m - 1], at[m] - at[m - 1]})) continue;
        if (x.n) memcpy(v + used, x.v, sizeof(@T@) * (size_t)x.n);
        at[++m] = used += x.n;
    }
    free(items);
    return (@VV@){v, at, m};
}

/* Whether a set of lists, upwards, has one. */
static inline int @lists@_sorted_has(@VV@ lists, @V@ list) {
    int low = 0, high = lists.n;
    while (low < high) {
        int i = (low + high) / 2, order = @list@_order(@list@_at(lists, i), list);
        if (!order) return 1;
        if (order < 0) low = i + 1; else high = i;
    }
    return 0;
}

static @VV@ @lists@_joined(@VV@ a, @VV@ b, @T@ *to, int room, int *at, int most, int line) {
    int n = 0;
    at[0] = 0;
    for (int i = 0; i < a.n + b.n; i++) {
        @V@ next = i < a.n ? @list@_at(a, i) : @list@_at(b, i - a.n);
        if (UNLIKELY(n == most || at[n] + next.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
        if (next.n) memcpy(to + at[n], next.v, sizeof(@T@) * (size_t)next.n);
        at[n + 1] = at[n] + next.n;
        n++;
    }
    return (@VV@){to, at, n};
}

/* Two sets of lists as one, upwards. */
static @VV@ @lists@_union(@VV@ a, @VV@ b, @T@ *to, int room, int *at, int most, int line) {
    int i = 0, k = 0, n = 0;
    at[0] = 0;
    while (i < a.n || k < b.n) {
        @V@ next;
        if (k == b.n) next = @list@_at(a, i++);
        else if (i == a.n) next = @list@_at(b, k++);
        else {
            @V@ x = @list@_at(a, i), y = @list@_at(b, k);
            int order = @list@_order(x, y);
            next = order > 0 ? y : x;
            i += order <= 0;
            k += order >= 0;
        }
        if (UNLIKELY(n == most || at[n] + next.n > room)) fault(FAULT_CAPACITY, room, 0, 0, line);
        if (next.n) memcpy(to + at[n], next.v, sizeof(@T@) * (size_t)next.n);
        at[n + 1] = at[n] + next.n;
        n++;
    }
    return (@VV@){to, at, n};
}

/* Groups of items with equal ranks, best first. */
static @VV@ @list@_standings(const @T@ *items, const num *ranks, int keys, int n, @T@ *flat, int *at) {
    int order[n > 0 ? n : 1];
    for (int i = 0; i < n; i++) {
        int k = i;
        while (k > 0) {
            const num *a = ranks + order[k - 1] * keys, *b = ranks + i * keys;
            int d = 0;
            for (int j = 0; j < keys && !d; j++) d = (a[j] > b[j]) - (a[j] < b[j]);
            if (d >= 0) break;
            order[k] = order[k - 1];
            k--;
        }
        order[k] = i;
    }
    int groups = 0;
    at[0] = 0;
    for (int i = 0; i < n; i++) {
        flat[i] = items[order[i]];
        int last = i + 1 == n || memcmp(ranks + order[i] * keys, ranks + order[i + 1] * keys,
                                        sizeof(num) * (size_t)keys);
        if (last) at[++groups] = i + 1;
    }
    return (@VV@){flat, at, groups};
}

/* A list that is sorted: where x stands, or where it would. */
static inline int @list@_find(const @T@ *v, int n, @T@ x) {
    const @T@ *base = v;
    while (n > 1) { /* without a branch that cannot be foreseen */
        int half = n >> 1;
        base += (base[half - 1] < x) * half;
        n -= half;
    }
    return (int)(base - v) + (n == 1 && *base < x);
}

static inline int @list@_sorted_has(@V@ list, @T@ x) {
    int i = @list@_find(list.v, list.n, x);
    return i < list.n && list.v[i] == x;
}

