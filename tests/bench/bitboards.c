/* Random games on boards of bits, written by hand: what a compiled game could come to at best.

   Each plays so many games and gives how many choices were made. Every choice is drawn among
   those that can be made, each as likely as the others. */

#include <stdint.h>

typedef uint64_t Bits;

static Bits state = 1;

static Bits next_random(void) {
    Bits z = (state += 0x9E3779B97F4A7C15ull);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ z >> 27) * 0x94D049BB133111EBull;
    return z ^ z >> 31;
}

static Bits one_of(Bits from) {
    unsigned count = (unsigned)__builtin_popcountll(from);
    unsigned k = (unsigned)((__uint128_t)next_random() * count >> 64);
#ifdef __BMI2__
    return __builtin_ia32_pdep_di(1ull << k, from);
#else
    while (k--) from &= from - 1;
    return from & -from;
#endif
}

long long tic_tac_toe(long long games) {
    static const Bits lines[8] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    long long choices = 0;
    for (; games > 0; games--) {
        Bits own = 0, other = 0;
        for (int won = 0; !won && (own | other) != 0777;) {
            own |= one_of(~(own | other) & 0777);
            choices++;
            for (int i = 0; i < 8; i++) won |= (own & lines[i]) == lines[i];
            Bits turn = own;
            own = other;
            other = turn;
        }
    }
    return choices;
}

/* A column is seven bits, the seventh always empty. */
long long connect_four(long long games) {
    static const int ways[4] = {1, 6, 7, 8};
    const Bits bottom = 0x0000040810204081ull, board = bottom * 63;
    long long choices = 0;
    for (; games > 0; games--) {
        Bits own = 0, other = 0;
        for (int won = 0; !won && (own | other) != board;) {
            own |= one_of(((own | other) + bottom) & board);
            choices++;
            for (int i = 0; i < 4; i++) {
                Bits two = own & own >> ways[i];
                won |= (two & two >> 2 * ways[i]) != 0;
            }
            Bits turn = own;
            own = other;
            other = turn;
        }
    }
    return choices;
}

static inline Bits moved(Bits x, int way) {
    static const Bits left = 0xfefefefefefefefeull, right = 0x7f7f7f7f7f7f7f7full;
    switch (way) {
    case 0: return x << 1 & left;
    case 1: return x >> 1 & right;
    case 2: return x << 8;
    case 3: return x >> 8;
    case 4: return x << 9 & left;
    case 5: return x >> 9 & right;
    case 6: return x << 7 & right;
    default: return x >> 7 & left;
    }
}

static inline Bits outflanked(Bits from, Bits through, int way) {
    Bits line = moved(from, way) & through;
    for (int i = 0; i < 5; i++) line |= moved(line, way) & through;
    return line;
}

long long othello(long long games) {
    long long choices = 0;
    for (; games > 0; games--) {
        Bits own = 0x0000000810000000ull, other = 0x0000001008000000ull;
        for (int passed = 0; passed < 2;) {
            Bits can = 0;
            for (int way = 0; way < 8; way++)
                can |= moved(outflanked(own, other, way), way);
            can &= ~(own | other);
            passed = can ? 0 : passed + 1;
            if (can) {
                Bits placed = one_of(can), turned = 0;
                choices++;
                for (int way = 0; way < 8; way++) {
                    Bits line = outflanked(placed, other, way);
                    if (moved(line, way) & own) turned |= line;
                }
                own |= placed | turned;
                other &= ~turned;
            }
            Bits turn = own;
            own = other;
            other = turn;
        }
    }
    return choices;
}
