/* Sets of cells in W words: one word is a number, several are a vector, so that & | ^ ~ are
   written alike. What shifts and counts has a name for each W. */

#define SET_INLINE static inline __attribute__((always_inline))

#define DEFINE_SET_1                                                                     \
    typedef uint64_t Set1;                                                               \
    SET_INLINE int set1_any(Set1 s) { return s != 0; }                                   \
    SET_INLINE int set1_size(Set1 s) { return __builtin_popcountll(s); }                 \
    SET_INLINE int set1_has(Set1 s, num i) { return (int)(s >> i & 1); }                 \
    SET_INLINE Set1 set1_with(Set1 s, num i) { return s | 1ull << i; }                   \
    SET_INLINE Set1 set1_without(Set1 s, num i) { return s & ~(1ull << i); }             \
    SET_INLINE Set1 set1_if(int test, Set1 a, Set1 b) { return test ? a : b; }           \
    SET_INLINE Set1 set1_down(Set1 s, int k) { return s >> k; }                          \
    SET_INLINE Set1 set1_up(Set1 s, int k) { return s << k; }                            \
    SET_INLINE int set1_nth(Set1 s, int k) { return nth_bit(s, k); }                     \
    SET_INLINE int set1_next(Set1 s, int i) {                                            \
        s = i > 62 ? 0 : s & ~0ull << (i + 1);                                           \
        return s ? __builtin_ctzll(s) : NONE;                                            \
    }

#define DEFINE_SET(W)                                                                    \
    typedef uint64_t Set##W __attribute__((vector_size(W * 8), aligned(8)));             \
    SET_INLINE int set##W##_any(Set##W s) {                                              \
        uint64_t x = 0;                                                                  \
        for (int i = 0; i < W; i++) x |= s[i];                                           \
        return x != 0;                                                                   \
    }                                                                                    \
    SET_INLINE int set##W##_size(Set##W s) {                                             \
        int n = 0;                                                                       \
        for (int i = 0; i < W; i++) n += __builtin_popcountll(s[i]);                     \
        return n;                                                                        \
    }                                                                                    \
    SET_INLINE int set##W##_has(Set##W s, num i) {                                       \
        return (int)(s[(uint64_t)i >> 6] >> (i & 63) & 1);                               \
    }                                                                                    \
    SET_INLINE Set##W set##W##_with(Set##W s, num i) {                                   \
        s[(uint64_t)i >> 6] |= 1ull << (i & 63);                                         \
        return s;                                                                        \
    }                                                                                    \
    SET_INLINE Set##W set##W##_without(Set##W s, num i) {                                \
        s[(uint64_t)i >> 6] &= ~(1ull << (i & 63));                                      \
        return s;                                                                        \
    }                                                                                    \
    SET_INLINE Set##W set##W##_if(int test, Set##W a, Set##W b) {                        \
        if (test) return a;                                                              \
        return b;                                                                        \
    }                                                                                    \
    SET_INLINE Set##W set##W##_down(Set##W s, int k) {                                   \
        Set##W r = {0};                                                                  \
        int w = k >> 6, b = k & 63;                                                      \
        _Pragma("GCC unroll 16")                                                         \
        for (int i = 0; i + w < W; i++)                                                  \
            r[i] = s[i + w] >> b | (b && i + w + 1 < W ? s[i + w + 1] << (64 - b) : 0);  \
        return r;                                                                        \
    }                                                                                    \
    SET_INLINE Set##W set##W##_up(Set##W s, int k) {                                     \
        Set##W r = {0};                                                                  \
        int w = k >> 6, b = k & 63;                                                      \
        _Pragma("GCC unroll 16")                                                         \
        for (int i = w; i < W; i++)                                                      \
            r[i] = s[i - w] << b | (b && i > w ? s[i - w - 1] >> (64 - b) : 0);          \
        return r;                                                                        \
    }                                                                                    \
    SET_INLINE int set##W##_nth(Set##W s, int k) {                                       \
        for (int i = 0; i < W; i++) {                                                    \
            int n = __builtin_popcountll(s[i]);                                          \
            if (k < n) return i * 64 + nth_bit(s[i], k);                                 \
            k -= n;                                                                      \
        }                                                                                \
        return NONE;                                                                     \
    }                                                                                    \
    SET_INLINE int set##W##_next(Set##W s, int i) {                                      \
        i++;                                                                             \
        for (int w = i >> 6; w < W; w++, i = w * 64) {                                   \
            uint64_t x = s[w] & ~0ull << (i & 63);                                       \
            if (x) return w * 64 + __builtin_ctzll(x);                                   \
        }                                                                                \
        return NONE;                                                                     \
    }

/* Of every width: the least member; all that steps of a table reach from a set, over members
   of `through`; a set with all from which steps of `by` lead to it over
   members of `through` (1, 2, 4 ... steps at once); options, listed and drawn by chance. */
#define DEFINE_SET_TOOLS(W)                                                              \
    SET_INLINE num set##W##_first(Set##W s) { return set##W##_next(s, -1); }             \
    SET_INLINE Set##W set##W##_along(Set##W goal, Set##W through, int by, int rounds) {  \
        _Pragma("GCC unroll 8")                                                          \
        for (int k = 0; k < rounds; k++, by *= 2) {                                      \
            goal |= through & (by > 0 ? set##W##_down(goal, by) : set##W##_up(goal, -by)); \
            through &= by > 0 ? set##W##_down(through, by) : set##W##_up(through, -by);  \
        }                                                                                \
        return goal;                                                                     \
    }                                                                                    \
    static __attribute__((unused)) Set##W set##W##_reached(                              \
        Set##W s, Set##W through, const int16_t *beside, const int *at) {                \
        int16_t queue[W * 64];                                                           \
        int n = 0;                                                                       \
        for (int c = set##W##_next(s, -1); c >= 0; c = set##W##_next(s, c))              \
            queue[n++] = (int16_t)c;                                                     \
        through &= ~s;                                                                   \
        for (int done = 0; done < n; done++) {                                           \
            for (int i = at[queue[done]], end = at[queue[done] + 1]; i < end; i++) {     \
                int to = beside[i];                                                      \
                if (!set##W##_has(through, to)) continue;                                \
                through = set##W##_without(through, to);                                 \
                s = set##W##_with(s, to);                                                \
                queue[n++] = (int16_t)to;                                                \
            }                                                                            \
        }                                                                                \
        return s;                                                                        \
    }                                                                                    \
    static void set##W##_offer(Set##W s, int item) {                                     \
        for (int c = set##W##_next(s, -1); c >= 0; c = set##W##_next(s, c)) {            \
            opt *to = option_new(&run->options, item, 1);                                \
            *to = (opt)c;                                                                \
            option_end(&run->options, to + 1);                                           \
        }                                                                                \
    }                                                                                    \
    SET_INLINE void set##W##_pick(Set##W s, int k) { run->one[0] = set##W##_nth(s, k); }
