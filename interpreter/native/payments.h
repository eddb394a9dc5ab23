/* ---- bundles ---- */

static inline int bundles_position(WW lists, const num *x, int kinds, int line) {
    for (int i = 0; i < lists.n; i++)
        if (!memcmp(wide_at(lists, i).v, x, sizeof(num) * (size_t)kinds)) return i + 1;
    fault(FAULT_POSITION, 0, 0, 0, line);
}

/* ---- prices ------------------------------------------------------------------------------ */

/* Whether pieces of several kinds pay a price, as interpreter/runtime/payments.py. What stands for
   what comes four by four: how many, of which kinds, for one of which kinds, and whether
   it does now. */
#define FEW_PARTS 6

typedef struct {
    int kinds, parts;      /* kinds of pieces; parts of the price */
    num wanted[65];        /* how many of each part */
    uint64_t asked[65];    /* the kinds of each part */
    uint64_t alone[65];    /* the kinds of which one pays for one of it */
    const int64_t *ways;
    int count;             /* of ways */
} Price;

static void price_begin(Price *p, const num *cost, int kinds, num number, uint64_t any,
                        const int64_t *ways, int count) {
    p->kinds = kinds; p->parts = 0; p->ways = ways; p->count = count;
    for (int k = 0; k <= kinds; k++) {
        num n = k < kinds ? cost[k] : number;
        if (n <= 0) continue;
        p->wanted[p->parts] = n;
        p->asked[p->parts++] = k < kinds ? 1ull << k : any;
    }
    for (int i = 0; i < p->parts; i++) {
        p->alone[i] = p->asked[i];
        for (int w = 0; w < count; w++, ways += 4)
            if (ways[3] && ways[0] == 1 && (p->asked[i] & (uint64_t)ways[2]))
                p->alone[i] |= (uint64_t)ways[1];
        ways = p->ways;
    }
}

static int price_pay(const Price *p, num *paid, num *given, int part, uint64_t *passed) {
    for (int k = 0; k < p->kinds; k++)
        if (p->alone[part] >> k & 1 && paid[k]) {
            paid[k]--; given[part * p->kinds + k]++;
            return 1;
        }
    for (int k = 0; k < p->kinds; k++) {
        if (!(p->alone[part] >> k & 1)) continue;
        for (int other = 0; other < p->parts; other++) {
            if (!given[other * p->kinds + k] || *passed >> other & 1) continue;
            *passed |= 1ull << other;
            if (!price_pay(p, paid, given, other, passed)) continue;
            given[other * p->kinds + k]--; given[part * p->kinds + k]++;
            return 1;
        }
    }
    return 0;
}

static int price_all_go(const Price *p, num *paid, const num *wanted) {
    num given[p->parts * p->kinds + 1];
    memset(given, 0, sizeof given);
    for (int part = 0; part < p->parts; part++)
        for (num i = 0; i < wanted[part]; i++) {
            uint64_t passed = 1ull << part;
            if (!price_pay(p, paid, given, part, &passed)) return 0;
        }
    return 1;
}

/* For no parts together more is wanted than there is of the kinds that pay for them: then
   each piece finds its part (Hall's theorem), if there are as many pieces as are wanted. */
static int price_is_covered(const Price *p, const num *left, const num *still) {
    for (unsigned some = 1; some < 1u << p->parts; some++) {
        uint64_t accepted = 0;
        __int128 need = 0;
        for (int i = 0; i < p->parts; i++)
            if (some >> i & 1) { need += still[i]; accepted |= p->alone[i]; }
        for (int k = 0; k < p->kinds; k++) if (accepted >> k & 1) need -= left[k];
        if (need > 0) return 0;
    }
    return 1;
}

/* What is left pays for what is still wanted, one for one. */
static int price_comes_out(const Price *p, num *left, const num *still) {
    __int128 balance = 0;
    for (int k = 0; k < p->kinds; k++) balance += left[k];
    for (int i = 0; i < p->parts; i++) balance -= still[i];
    if (balance) return 0;
    return p->parts <= FEW_PARTS ? price_is_covered(p, left, still) : price_all_go(p, left, still);
}

/* From a way, a kind and a part on: several for one first, then one for one. */
static int price_fits(const Price *p, const num *paid, const num *wanted, int at) {
    num left[p->kinds], still[p->parts + 1];
    memcpy(left, paid, sizeof left);
    memcpy(still, wanted, sizeof(num) * (size_t)p->parts);
    for (; at < p->count * p->kinds * p->parts; at++) {
        const int64_t *way = p->ways + 4 * (at / (p->kinds * p->parts));
        int kind = at / p->parts % p->kinds, part = at % p->parts;
        if (!way[3] || way[0] <= 1 || !((uint64_t)way[1] >> kind & 1)) continue;
        if (!(p->asked[part] & (uint64_t)way[2])) continue;
        num most = least_of(left[kind] / way[0], still[part]);
        for (num times = 0; times <= most; times++) {
            if (price_fits(p, left, still, at + 1)) return 1;
            left[kind] -= way[0];
            still[part]--;
        }
        return 0;
    }
    return price_comes_out(p, left, still);
}

static int price_paid(const num *paid, const num *cost, int kinds, num number,
                      uint64_t any, const int64_t *ways, int count) {
    Price p;
    __int128 wanted = number > 0 ? number : 0, given = 0;
    int several = 0;
    for (int k = 0; k < kinds; k++) { wanted += cost[k] > 0 ? cost[k] : 0; given += paid[k]; }
    for (int w = 0; w < count; w++) several |= ways[4 * w + 3] && ways[4 * w] > 1;
    if (given < wanted || (given > wanted && !several)) return 0;
    price_begin(&p, cost, kinds, number, any, ways, count);
    if (several) return price_fits(&p, paid, p.wanted, 0);
    num left[kinds];
    memcpy(left, paid, sizeof left);
    return price_comes_out(&p, left, p.wanted);
}

static int price_part(int kind, const num *cost, int kinds, num number, uint64_t any,
                      const int64_t *ways, int count) {
    for (int k = 0; k <= kinds; k++) {
        if ((k < kinds ? cost[k] : number) <= 0) continue;
        uint64_t asked = k < kinds ? 1ull << k : any, accepted = asked;
        for (int w = 0; w < count; w++)
            if (ways[4 * w + 3] && (asked & (uint64_t)ways[4 * w + 2]))
                accepted |= (uint64_t)ways[4 * w + 1];
        if (accepted >> kind & 1) return 1;
    }
    return 0;
}


/* Every way to pay a price out of what one has, most of the first kinds first. Where nothing
   stands for anything else and no kind is free, it is the price itself. `left_out` is what may
   go wrong one for one: more of some kinds than the parts want that they pay for. */
typedef struct { uint64_t kinds; __int128 most; } LeftOut;
typedef struct { Bundles all; Price price; int plain, several, begun, checks; LeftOut left_out[1 << FEW_PARTS]; } Payments;

/* Lists what may go wrong in bundles with so much room for each kind, as in `price_is_covered`. */
static void payments_check(Payments *s, const num *room, num wanted) {
    const Price *p = &s->price;
    s->checks = 0;
    for (unsigned some = 1; some < 1u << p->parts; some++) {
        uint64_t accepted = 0;
        __int128 most = wanted, rest = 0;
        for (int i = 0; i < p->parts; i++)
            if (some >> i & 1) { most -= p->wanted[i]; accepted |= p->alone[i]; }
        for (int k = 0; k < p->kinds; k++) if (!(accepted >> k & 1)) rest += room[k];
        if (rest > most) s->left_out[s->checks++] = (LeftOut){~accepted, most};
    }
}

static int payments_are_covered(const Payments *s) {
    for (int i = 0; i < s->checks; i++) {
        __int128 most = s->left_out[i].most;
        for (int k = 0; k < s->price.kinds; k++)
            if (s->left_out[i].kinds >> k & 1) most -= s->all.count[k];
        if (most < 0) return 0;
    }
    return 1;
}

static void payments_begin(Payments *s, const num *have, const num *cost, int kinds,
                           num number, uint64_t any, const int64_t *ways, int count) {
    num wanted = most_of(0, number), dearest = 1;
    int open = number > 0;
    for (int w = 0; w < count; w++) {
        if (!ways[4 * w + 3]) continue;
        dearest = most_of(dearest, ways[4 * w]);
        open = 1;
    }
    s->begun = 0;
    s->plain = !open;
    for (int k = 0; k < kinds; k++) wanted += cost[k];
    if (s->plain) {
        for (int k = 0; k < kinds; k++) s->begun |= cost[k] > have[k];
        memcpy(s->all.count, cost, sizeof(num) * (size_t)kinds);
        return;
    }
    Price *p = &s->price;
    price_begin(p, cost, kinds, number, any, ways, count);
    s->several = 0;
    for (int w = 0; w < count; w++) s->several |= ways[4 * w + 3] && ways[4 * w] > 1;
    num room[kinds];
    for (int k = 0; k < kinds; k++) { /* no more than the parts take that it pays for */
        __int128 taken = 0;
        for (int i = 0; i < p->parts; i++) {
            num each = p->asked[i] >> k & 1;
            for (const int64_t *way = ways; way < ways + 4 * count; way += 4)
                if (way[3] && p->asked[i] & (uint64_t)way[2] && (uint64_t)way[1] >> k & 1)
                    each = most_of(each, way[0]);
            taken += (__int128)p->wanted[i] * each;
        }
        room[k] = taken < have[k] ? (num)taken : have[k];
    }
    if (!s->several && p->parts <= FEW_PARTS) payments_check(s, room, wanted);
    bundles_begin(&s->all, room, kinds, wanted, s->several ? wanted * dearest : wanted);
}

static int payments_next(Payments *s) {
    if (s->plain) return !s->begun++;
    while (bundles_next(&s->all)) {
        const Price *p = &s->price;
        if (s->several) {
            if (price_fits(p, s->all.count, p->wanted, 0)) return 1;
        } else if (p->parts <= FEW_PARTS) {
            if (payments_are_covered(s)) return 1;
        } else {
            num left[p->kinds];
            memcpy(left, s->all.count, sizeof left);
            if (price_all_go(p, left, p->wanted)) return 1;
        }
    }
    return 0;
}
