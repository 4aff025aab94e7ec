/* The loops of gongzhu.packed once more, for comparison: deals at random, play at random to the
 * end, and the points. Only what these need is here: whole deals without exposing, four or five
 * seats, both games. The options are read while it runs, as the kernels read them, and the same
 * seed gives the same deals.
 *
 * STEPS chooses the loop over the cards instead of the processor's bit deposit. */
#include <stdint.h>
#ifndef STEPS
#include <immintrin.h>
#endif

typedef uint64_t u64;
typedef int64_t i64;

typedef struct {
    i64 hearts_game, players, hand_size, pack, lead_card, must_lead;
    i64 kept_from_first_trick, kept_from_lead, breaks_hearts, points;
    i64 heart_unit, heart_planes[6];
    i64 pig_with_all_hearts, lone_doubler, all_point_cards, queen_of_diamonds, jack, moon;
    i64 partners;
} Rules;

typedef struct {
    u64 hands[5], piles[5];
    i64 leader, broken, queen_captor, tricks_after_queen;
    u64 suits_led;
} State;

#define SUIT 0x1FFFull
#define HEARTS (SUIT << 32)
#define PIG (1ull << 58)
#define SHEEP (1ull << 25)
#define DOUBLER (1ull << 8)

static inline int count(u64 board) { return __builtin_popcountll(board); }

static inline u64 nth(u64 board, i64 place) {
#ifdef STEPS
    while (place-- > 0) board &= board - 1;
    return board & -board;
#else
    return _pdep_u64(1ull << place, board);
#endif
}

static inline u64 mixed(u64 x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    return x ^ (x >> 31);
}

static inline u64 draw(u64 *numbers) { return mixed(*numbers += 0x9E3779B97F4A7C15ull); }

static inline i64 spread(u64 *number, u64 choices) {
    unsigned __int128 product = (unsigned __int128)*number * choices;
    *number = (u64)product;
    return (i64)(product >> 64);
}

/* One of two numbers. Written so, gcc makes no jump of it, and the loops are a quarter faster. */
static inline u64 choose(int condition, u64 yes, u64 no) {
    return no ^ ((yes ^ no) & -(u64)(condition != 0));
}

static void deal(const Rules *rules, State *state, u64 *deck, u64 *numbers) {
    u64 number = mixed(*numbers), rest = (u64)rules->pack;
    i64 left = rules->players * rules->hand_size;
    for (i64 seat = 1; seat < rules->players; seat++) {
        u64 hand = 0;
        for (i64 cards = rules->hand_size; cards; cards--) {
            if ((left & 3) == 0) number = draw(numbers);
            i64 place = spread(&number, left--);
            u64 card = deck[place];
            deck[place] = deck[left];
            deck[left] = card;
            hand |= card;
        }
        state->hands[seat] = hand;
        rest ^= hand;
    }
    state->hands[0] = rest;
    for (int seat = 0; seat < 5; seat++) state->piles[seat] = 0;
    state->leader = state->broken = state->suits_led = state->tricks_after_queen = 0;
    state->queen_captor = -1;
    for (i64 seat = 0; seat < rules->players; seat++)
        if (state->hands[seat] & (u64)rules->lead_card) state->leader = seat;
}

static inline u64 allowed(u64 cards, u64 barred) {
    u64 open = cards & ~barred;
    return choose(open != 0, open, cards);
}

static inline void capture(const Rules *rules, State *state, i64 winner, u64 taken) {
    state->leader = winner;
    state->piles[winner] |= taken;
    if (rules->queen_of_diamonds) {
        if (state->queen_captor >= 0) state->tricks_after_queen += 1ll << 8 * winner;
        else if (taken & (u64)rules->queen_of_diamonds) state->queen_captor = winner;
    }
}

static inline void trick(const Rules *rules, State *state, u64 must, u64 kept, u64 number) {
    i64 seat = state->leader, winner = seat;
    u64 hand = state->hands[seat];
    u64 cards = must ? hand & must : allowed(hand, state->broken ? 0 : (u64)rules->kept_from_lead);
    u64 card = nth(cards, spread(&number, count(cards)));
    u64 suit = SUIT << (__builtin_ctzll(card) & 48), taken = card, best = card;
    state->hands[seat] = hand ^ card;
    for (i64 others = rules->players - 1; others; others--) {
        seat = (i64)choose(seat + 1 < rules->players, seat + 1, 0);
        hand = state->hands[seat];
        cards = hand & suit;
        int able = cards != 0;
        cards = allowed(choose(able, cards, hand), choose(able, 0, kept));
        card = nth(cards, spread(&number, count(cards)));
        state->hands[seat] = hand ^ card;
        taken |= card;
        int wins = (card & suit) > best;
        best = choose(wins, card, best);
        winner = (i64)choose(wins, seat, winner);
    }
    state->broken |= (taken & ((HEARTS & ~suit) | (u64)rules->breaks_hearts)) != 0;
    state->suits_led |= suit;
    capture(rules, state, winner, taken);
}

static void play_out(const Rules *rules, State *state, u64 *numbers) {
    u64 must = rules->must_lead ? (u64)rules->lead_card : 0;
    trick(rules, state, must, (u64)rules->kept_from_first_trick, draw(numbers));
    for (i64 left = rules->hand_size - 1; left; left--) trick(rules, state, 0, 0, draw(numbers));
}

static void score(const Rules *rules, const State *state, i64 *points) {
    u64 slam = rules->hearts_game ? (u64)rules->points : HEARTS;
    i64 shooter = -1;
    for (i64 pile = 0; pile < rules->players; pile++)
        if (!(slam & ~state->piles[pile])) shooter = pile;
    if (rules->hearts_game) {
        for (i64 pile = 0; pile < rules->players; pile++) {
            u64 cards = state->piles[pile];
            points[pile] = shooter >= 0 ? (rules->moon == 1 ? 0 : 26)
                : count(cards & HEARTS) + 13 * count(cards & PIG)
                    - 10 * count(cards & (u64)rules->jack);
        }
        if (shooter >= 0) points[shooter] = rules->moon == 1 ? -26 : 0;
        return;
    }
    i64 swapped = shooter >= 0 && rules->pig_with_all_hearts == 2;
    i64 sheep = swapped ? -100 : 100, pig = -sheep;
    for (i64 pile = 0; pile < rules->players; pile++) {
        u64 cards = state->piles[pile];
        i64 total = 0;
        for (int bit = 0; bit < 6; bit++)
            total += (i64)count(cards & (u64)rules->heart_planes[bit]) << bit;
        total *= rules->heart_unit;
        if (shooter == pile) total = 200;
        total += pig * count(cards & PIG) + sheep * count(cards & SHEEP);
        int everything = !((u64)rules->points & ~cards);
        int turns = rules->pig_with_all_hearts == 0 ? shooter == pile : everything;
        if (turns && !swapped && cards & PIG) total -= 2 * pig;
        if (cards & DOUBLER)
            total = cards & (u64)rules->points & ~DOUBLER ? 2 * total : rules->lone_doubler;
        if (everything && rules->all_point_cards == 1) total = 1000;
        else if (rules->queen_of_diamonds && state->queen_captor == pile)
            total += 10 * (state->tricks_after_queen >> 8 * pile & 255);
        points[pile] = total;
    }
}

/* So many deals from a seed; the points of all of them, by pile, are added to the sums. */
void run(const Rules *rules, u64 *deck, u64 *numbers, i64 deals, i64 *sums) {
    State state;
    i64 points[5];
    while (deals--) {
        deal(rules, &state, deck, numbers);
        play_out(rules, &state, numbers);
        score(rules, &state, points);
        for (i64 pile = 0; pile < rules->players; pile++) sums[pile] += points[pile];
    }
}
