/* Choices of several things that are counted and not listed, as interpreter/runtime/ways.py counts
   them: whoever only draws or follows some options needs no list of all. */

#define FEW_WAYS 128       /* so many are listed */
#define MOST_SUMS 200000   /* beyond, to count takes too long */
#define MOST_WAYS (1ull << 62)

/* Options that begin with the same item and values, one for each way to choose from groups of
   things that are alike. Numbers are places in `data`. */
typedef struct {
    int begin, size;       /* the item and the values before */
    int at, groups;        /* of each group its size, its weight, where its things begin */
    int is_bundle;
    int before;            /* options that were listed before these */
    num least, most, low, high;
    int has_low, has_high, open;
    int counts, weights;   /* how many numbers of things, and weights, make a difference */
    size_t table;
    uint64_t count;
} Bunch;

typedef struct Counted {
    int on;                /* whether options are to be counted where they are many */
    Bunch *bunches;
    int count, room;
    opt *data;
    int used, data_room;
    uint64_t *table;
    size_t table_used, table_room;
} Counted;

#define counted (*run->ways)

static opt *counted_space(int more) {
    if (counted.used + more > counted.data_room) {
        counted.data_room = (counted.used + more) * 2 + 256;
        counted.data = realloc(counted.data, sizeof(opt) * (size_t)counted.data_room);
        if (!counted.data) abort();
    }
    return counted.data + counted.used;
}

static inline int bunch_size(const Bunch *b, int g) { return (int)counted.data[b->at + 3 * g]; }
static inline int bunch_weight(const Bunch *b, int g) { return (int)counted.data[b->at + 3 * g + 1]; }

static inline uint64_t *ways_from(const Bunch *b, int g, int c, int w) {
    return counted.table + b->table + ((size_t)g * (size_t)b->counts + (size_t)c) * (size_t)b->weights + (size_t)w;
}

/* One more of a group: whether that is possible; the sums then. */
static inline int one_more(const Bunch *b, int g, int *c, int *w) {
    int more = *c + 1, heavier = *w + bunch_weight(b, g);
    if (!b->open && more > b->most) return 0;
    if (b->has_high && heavier > b->high) return 0;
    *c = b->open ? min_of(more, b->counts - 1) : more;
    *w = b->has_high ? heavier : min_of(heavier, b->weights - 1);
    return 1;
}

static inline int is_enough(const Bunch *b, int c, int w) {
    return c >= b->least && (!b->has_low || w >= b->low);
}

static void count_ways(Bunch *b) {
    size_t each = (size_t)b->counts * (size_t)b->weights, all = each * (size_t)(b->groups + 1);
    if (counted.table_used + all > counted.table_room) {
        counted.table_room = (counted.table_used + all) * 2;
        counted.table = realloc(counted.table, sizeof(uint64_t) * counted.table_room);
        if (!counted.table) abort();
    }
    b->table = counted.table_used;
    counted.table_used += all;
    for (int c = 0; c < b->counts; c++)
        for (int w = 0; w < b->weights; w++) *ways_from(b, b->groups, c, w) = (uint64_t)is_enough(b, c, w);
    for (int g = b->groups - 1; g >= 0; g--)
        for (int c = 0; c < b->counts; c++)
            for (int w = 0; w < b->weights; w++) {
                int x = c, y = w;
                uint64_t sum = *ways_from(b, g + 1, x, y);
                for (int k = 1; k <= bunch_size(b, g) && one_more(b, g, &x, &y); k++) {
                    sum += *ways_from(b, g + 1, x, y);
                    if (sum > MOST_WAYS) sum = MOST_WAYS;
                }
                *ways_from(b, g, c, w) = sum;
            }
    b->count = *ways_from(b, 0, 0, 0);
}

/* Takes in the ways to choose from groups whose sizes, weights and things have been put into
   the space; gives 0 where they are few enough to be listed, or too many to be counted. */
static int bunch_new(Bunch b) {
    uint64_t product = 1;
    num total = 0;
    const opt *group = counted.data + b.at;
    for (int g = 0; g < b.groups; g++, group += 3) {
        total += group[0];
        if (product <= FEW_WAYS) product *= (uint64_t)group[0] + 1;
        if (group[1] < 0 || group[1] > MOST_SUMS || group[0] > MOST_SUMS) return 0;
    }
    if (product <= FEW_WAYS || b.most < 0 || (b.has_high && b.high < 0)) return 0;
    b.least = most_of(b.least, 0);
    b.open = b.most >= total;
    num counts = (b.open ? b.least : b.most) + 1;
    num weights = b.has_high ? b.high + 1 : b.has_low ? most_of(b.low, 0) + 1 : 1;
    if ((double)(b.groups + 1) * (double)counts * (double)weights > MOST_SUMS) return 0;
    b.counts = (int)counts;
    b.weights = (int)weights;
    if (counted.count == counted.room) {
        counted.room = counted.room * 2 + 16;
        counted.bunches = realloc(counted.bunches, sizeof(Bunch) * (size_t)counted.room);
        if (!counted.bunches) abort();
    }
    size_t before = counted.table_used;
    count_ways(&b);
    b.before = run->options.count;
    counted.bunches[counted.count] = b;
    if (b.count) counted.count++;
    else counted.table_used = before;
    return b.count ? 1 : -1;
}

/* What is to be chosen as `s` would list it, if it is to be counted: 1, and the item and the
   values before it follow; -1 where there is nothing to choose. */
static int counted_subsets(const Subsets *s) {
    if (!counted.on) return 0;
    int things = s->groups ? s->first[s->groups - 1] + s->size[s->groups - 1] : 0, begin = counted.used;
    opt *to = counted_space(3 * s->groups + things);
    for (int g = 0; g < s->groups; g++) {
        *to++ = s->size[g];
        *to++ = s->has_low || s->has_high ? (opt)least_of(s->weight[g], MOST_SUMS + 1) : 0;
        *to++ = begin + 3 * s->groups + s->first[g];
    }
    for (int i = 0; i < things; i++) to[i] = s->items[i];
    int found = bunch_new((Bunch){.at = begin, .groups = s->groups, .least = s->least, .most = s->most,
                                  .low = s->low, .high = s->high, .has_low = s->has_low,
                                  .has_high = s->has_high});
    if (found > 0) counted.used += 3 * s->groups + things;
    return found;
}

static int counted_bundles(const Bundles *s) {
    if (!counted.on) return 0;
    int begin = counted.used;
    opt *to = counted_space(3 * s->kinds);
    for (int k = 0; k < s->kinds; k++) {
        *to++ = (opt)least_of(s->have[k], MOST_SUMS + 1);
        *to++ = 0;
        *to++ = 0;
    }
    int found = bunch_new((Bunch){.at = begin, .groups = s->kinds, .is_bundle = 1, .least = s->least, .most = s->most});
    if (found > 0) counted.used += 3 * s->kinds;
    return found;
}

/* Room for the item and the values before the ways that were counted last. */
static opt *bunch_values(int most) {
    Bunch *b = &counted.bunches[counted.count - 1];
    opt *to = counted_space(most);
    b->begin = counted.used;
    return to;
}

static void bunch_end(const opt *end) {
    Bunch *b = &counted.bunches[counted.count - 1];
    b->size = (int)(end - counted.data) - b->begin;
    counted.used = (int)(end - counted.data);
}

/* Puts one way into the buffer of options. */
static void option_of(const Bunch *b, const int *way) {
    int chosen = 0;
    for (int g = 0; g < b->groups; g++) chosen += way[g];
    opt *o = option_new(&run->options, (int)counted.data[b->begin], b->size + (b->is_bundle ? b->groups : chosen + 1));
    memcpy(o, counted.data + b->begin + 1, sizeof(opt) * (size_t)(b->size - 1));
    o += b->size - 1;
    if (b->is_bundle) {
        for (int g = 0; g < b->groups; g++) o[g] = way[g];
        o += b->groups;
    } else {
        *o++ = chosen;
        for (int g = 0; g < b->groups; g++)
            for (int k = 0; k < way[g]; k++) *o++ = counted.data[(int)counted.data[b->at + 3 * g + 2] + k];
    }
    option_end(&run->options, o);
}

/* The way of a number; they are numbered as they would be listed. */
static void nth_way(const Bunch *b, uint64_t number, int *way) {
    int c = 0, w = 0;
    for (int g = 0; g < b->groups; g++) {
        int size = bunch_size(b, g), cs[size + 1], ws[size + 1], k = 0;
        cs[0] = c; ws[0] = w;
        while (k < size && (c = cs[k], w = ws[k], one_more(b, g, &c, &w))) { k++; cs[k] = c; ws[k] = w; }
        for (; k > 0; k--) {
            uint64_t ways = *ways_from(b, g + 1, cs[k], ws[k]);
            if (number < ways) break;
            number -= ways;
        }
        way[g] = k; c = cs[k]; w = ws[k];
    }
}

/* The number of a way. */
static uint64_t number_of(const Bunch *b, const int *way) {
    uint64_t number = 0;
    int c = 0, w = 0;
    for (int g = 0; g < b->groups; g++) {
        int x = c, y = w, cs = c, ws = w;
        for (int k = 1; k <= bunch_size(b, g) && one_more(b, g, &x, &y); k++) {
            if (k > way[g]) number += *ways_from(b, g + 1, x, y);
            else { cs = x; ws = y; }
        }
        c = cs; w = ws;
    }
    return number;
}

/* Whether an option is one of a bunch. */
static int bunch_has(const Bunch *b, const opt *option, int size) {
    if (size < b->size || memcmp(option, counted.data + b->begin, sizeof(opt) * (size_t)b->size)) return 0;
    const opt *next = option + b->size, *end = option + size;
    int c = 0, w = 0;
    if (b->is_bundle ? end - next != b->groups : next == end || end - next != 1 + *next) return 0;
    if (!b->is_bundle) next++;
    for (int g = 0; g < b->groups; g++) {
        int taken = 0;
        if (b->is_bundle) {
            if (*next < 0 || *next > bunch_size(b, g)) return 0;
            taken = (int)*next++;
        }
        else {
            const opt *things = counted.data + (int)counted.data[b->at + 3 * g + 2];
            while (next < end && taken < bunch_size(b, g) && *next == things[taken]) { taken++; next++; }
        }
        if (taken < 0 || taken > bunch_size(b, g)) return 0;
        while (taken--) if (!one_more(b, g, &c, &w)) return 0;
    }
    return next == end && is_enough(b, c, w);
}

/* A way drawn thing by thing, until it is enough; gives 0 where it leads nowhere. */
static int drawn_way(const Bunch *b, uint64_t *x, int *way) {
    int c = 0, w = 0;
    memset(way, 0, sizeof(int) * (size_t)b->groups);
    while (!is_enough(b, c, w)) {
        int chosen = -1, seen = 0, cs = 0, ws = 0;
        for (int g = 0; g < b->groups; g++) {
            int more = c, heavier = w;
            if (way[g] == bunch_size(b, g) || !one_more(b, g, &more, &heavier)) continue;
            if (below(x, ++seen) == 0) { chosen = g; cs = more; ws = heavier; }
        }
        if (chosen < 0) return 0;
        way[chosen]++;
        c = cs; w = ws;
    }
    return 1;
}

/* An option of a bunch into the buffer, drawn by chance; gives its number. Every other draw
   takes things one by one until it is enough, as most ways take far more than that. */
static uint64_t draw_from(const Bunch *b, uint64_t *x) {
    int way[b->groups + 1];
    if (next_random(x) & 1 || !drawn_way(b, x, way)) nth_way(b, below_many(x, b->count), way);
    option_of(b, way);
    return number_of(b, way);
}

/* How many options have been counted from `first` on. */
static uint64_t counted_from(int first) {
    uint64_t sum = 0;
    for (int i = first; i < counted.count; i++) {
        sum += counted.bunches[i].count;
        if (sum > MOST_WAYS) return MOST_WAYS;
    }
    return sum;
}

static inline void forget_counted(void) { counted.count = counted.used = 0; counted.table_used = 0; }

/* Puts the option of a number, among those listed and counted, into the buffer at its end if
   it is not there yet; gives where it stands there. */
static int option_numbered(uint64_t number) {
    uint64_t before = 0;
    for (int i = 0; i < counted.count; i++) {
        const Bunch *b = &counted.bunches[i];
        uint64_t first = (uint64_t)b->before + before;
        if (number < first) break;
        if (number < first + b->count) {
            int way[b->groups + 1];
            nth_way(b, number - first, way);
            option_of(b, way);
            return run->options.count - 1;
        }
        before += b->count;
    }
    return (int)(number - before);
}
