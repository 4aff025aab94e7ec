/* The loops of gongzhu.bots.policy once more, for comparison: deals at random, played to the end as
 * the learned policy chooses, and the points. As in loops.c whole deals without exposing, each side
 * a seat or separate partners; the same tables and the same seed give the same deals. */
#include "loops.c"

#define LANES(bits) ((u64)(bits) * 0x0001000100010001ull)
#define SPADES (SUIT << 48)
#define ACE_OF_HEARTS (1ull << 44)
#define CODES 64
enum { GONE, MINE, HIDDEN, ON_TABLE = 5, PLACES };
enum { RIVALS_SLAM = 15, PARTNERS_SLAM = 27, NO_SLAM = 29, STOPPABLE = 15, SLAMS = 42 };
enum { TO_LEAD, TO_FOLLOW, TO_DISCARD };
enum { RIVAL, PARTNER, RIVAL_FOR_NOW, OWNERS };
enum { SUITS = 4, RANKS = 3, FEW = 4, AFTER = 5, WORTHS = 6, SIGNS = 3, STAKES = 4, PHASES = 3,
       HOLDS = 4, ORDERS = 6, UNSEEN = 5, CLASS = SUITS * PLACES * RANKS };

/* Where the tables of each role begin. */
enum {
    LEAD_0 = 0,
    LEAD_1 = LEAD_0 + CLASS * FEW * FEW,
    LEAD_2 = LEAD_1 + SUITS * PLACES * FEW * UNSEEN * 3 * PHASES,
    LEAD_3 = LEAD_2 + SLAMS * SUITS * RANKS * FEW,
    LEAD_4 = LEAD_3 + SUITS * PLACES * 3 * 2 * FEW * 2,
    LEAD_5 = LEAD_4 + CODES * PLACES * PHASES * HOLDS,
    FOLLOW_0 = LEAD_5 + PLACES * FEW * SUITS * RANKS * FEW,
    FOLLOW_1 = FOLLOW_0 + CLASS * 2 * AFTER * WORTHS,
    FOLLOW_2 = FOLLOW_1 + 2 * FEW * FEW * FEW * AFTER * SIGNS * OWNERS,
    FOLLOW_3 = FOLLOW_2 + ORDERS * FEW * WORTHS * AFTER * OWNERS * PHASES,
    FOLLOW_4 = FOLLOW_3 + SLAMS * 2 * AFTER * STAKES * 2 * 3,
    FOLLOW_5 = FOLLOW_4 + CODES * PLACES * 2 * OWNERS * HOLDS,
    DISCARD_0 = FOLLOW_5 + SUITS * PLACES * UNSEEN * FEW * 2 * AFTER,
    DISCARD_1 = DISCARD_0 + CODES * PLACES * OWNERS * 2,
    DISCARD_2 = DISCARD_1 + CLASS * FEW * FEW * FEW,
    DISCARD_3 = DISCARD_2 + SLAMS * SUITS * RANKS * OWNERS * SIGNS,
    DISCARD_4 = DISCARD_3 + HOLDS * SUITS * RANKS * OWNERS * WORTHS,
    DISCARD_5 = DISCARD_4 + SUITS * PLACES * FEW * UNSEEN * PHASES,
};

typedef struct {
    u64 legal, hand, unseen, suit, best;
    i64 owner, after, keys, worth, slam, pile, own_pile, phase, rivals_void, partner_void;
} Situation;

/* What everybody sees of the play, kept up from card to card. */
typedef struct {
    i64 seat, waiting, winner, tricks, voids, holds, takers;
    u64 suit, table, best, left;
} Course;

static inline i64 least(i64 one, i64 two) { return one < two ? one : two; }

static inline i64 by_suit(u64 keys) { return (keys >> 8 | keys >> 21 | keys >> 46) & 0x1011; }

static inline u64 slam_cards(const Rules *rules) {
    return choose(rules->hearts_game == 1, (u64)rules->points, HEARTS);
}

static inline i64 sum(const Rules *rules, u64 cards) {
    if (rules->hearts_game)
        return -8 * count(cards & HEARTS) + 77 * count(cards & (u64)rules->jack)
            - 100 * count(cards & PIG);
    i64 hearts = 0;
    for (int bit = 0; bit < 6; bit++)
        hearts += (i64)count(cards & (u64)rules->heart_planes[bit]) << bit;
    return hearts * rules->heart_unit - 100 * count(cards & PIG) + 100 * count(cards & SHEEP);
}

static inline i64 worth(const Rules *rules, u64 pile, u64 table) {
    i64 total = sum(rules, table);
    u64 doubler = DOUBLER & (u64)rules->points;
    i64 times = (i64)choose((doubler & (table | pile)) != 0, 2, 1);
    if (doubler & table) {
        i64 before = sum(rules, pile);
        return times * (total + before) - before;
    }
    return times * total;
}

static inline i64 bucket(i64 worth) {
    i64 low = (worth > -150) + (worth > -60) + (worth > -20) + (worth >= 0);
    return (i64)choose(worth > 0, 5, (u64)low);
}

static inline i64 holds(const Rules *rules, u64 pile) {
    u64 hold = choose((pile & (u64)rules->points & SHEEP) != 0, 3, 0);
    hold = choose((pile & PIG) != 0, 2, hold);
    return (i64)choose((pile & (u64)rules->points & DOUBLER) != 0, 1, hold);
}

static inline u64 covered(u64 unseen) {
    unseen |= unseen >> 1 & LANES(0x7FFF);
    unseen |= unseen >> 2 & LANES(0x3FFF);
    unseen |= unseen >> 4 & LANES(0x0FFF);
    return unseen | (unseen >> 8 & LANES(0x00FF));
}

static inline i64 losers(u64 hand, u64 unseen) {
    u64 masters = hand & ~covered(unseen);
    i64 lost = 0;
    for (int suit = 0; suit < 4; suit++) {
        u64 cards = SUIT << 16 * suit;
        i64 top = count(masters & cards);
        if (count(unseen & cards) > 2 * top) lost += count(hand & cards) - top;
    }
    return lost;
}

static inline i64 slam(const Rules *rules, const Course *course, i64 partner, u64 hand,
                       u64 unseen) {
    i64 others = course->takers & ~(1ll << course->seat);
    i64 some = count(slam_cards(rules) & ~(course->left | course->table));
    if (!others) {
        i64 lost = losers(hand, unseen);
        return (lost > 1) + (lost > 2) + (lost > 4) + (lost > 6)
            + 5 * ((some > 3) + (some > 7));
    }
    if (course->takers & (course->takers - 1)) return NO_SLAM;
    if (partner >= 0 && others >> partner & 1) return PARTNERS_SLAM + (some > 3);
    u64 hearts = hand & HEARTS, master = hearts & ~covered(unseen & HEARTS);
    i64 stop = (hearts != 0) + (master != 0);
    return RIVALS_SLAM + stop + 3 * ((some > 2) + (some > 5) + (some > 8))
        + (i64)choose(others >> course->winner & 1, 0, STOPPABLE);
}

static inline Situation read(const Rules *rules, const State *state, const Course *course,
                             u64 cards) {
    i64 seat = course->seat, winner = course->winner, waiting = course->waiting & ~(1ll << 4 * seat);
    u64 hand = state->hands[seat], unseen = course->left & ~hand, table = course->table;
    i64 partner = -1, captor = seat, own = 15ll << 4 * seat;
    Situation now = {.legal = cards, .hand = hand, .unseen = unseen};
    now.suit = course->suit;
    now.best = course->best;
    if (rules->partners) {
        partner = seat ^ 2;
        now.partner_void = course->voids >> 4 * partner & 15;
        own |= 15ll << 4 * partner;
        now.owner = (i64)choose(waiting >> 4 * partner & 1, RIVAL_FOR_NOW, RIVAL);
        now.owner = (i64)choose(winner == partner, PARTNER, (u64)now.owner);
        captor = (i64)choose(winner == partner, (u64)winner, (u64)seat);
    }
    now.rivals_void = course->voids & ~own;
    i64 empty = now.rivals_void >> (__builtin_ctzll(course->suit | 1ull << 63) >> 4) & waiting;
    now.after = least(count((u64)waiting), 2) + (i64)choose(empty != 0, 2, 0);
    i64 worse = bucket(worth(rules, state->piles[captor], table));
    i64 nothing = course->tricks == 0 && rules->kept_from_first_trick ? 5 : 4;
    now.worth = (i64)choose((table & (u64)rules->points) != 0, (u64)worse, (u64)nothing);
    u64 ace = hand | unseen, counting = (u64)rules->points & (DOUBLER | SHEEP | PIG);
    i64 place = (i64)choose((hand & ACE_OF_HEARTS) != 0, MINE, HIDDEN);
    place = (i64)choose((ace & ACE_OF_HEARTS) != 0, (u64)place, GONE);
    now.keys = (place + (i64)choose(rules->hearts_game && state->broken, 3, 0)) << 8;
    now.keys |= MINE * by_suit(hand & counting) | ON_TABLE * by_suit(table & counting);
    now.keys |= HIDDEN * by_suit(unseen & counting);
    i64 size = count(hand);
    now.slam = slam(rules, course, partner, hand, unseen);
    int doubled = (table & (u64)rules->points & DOUBLER) != 0;
    now.pile = (i64)choose(doubled, 1, (u64)course->holds >> 4 * winner & 15);
    now.own_pile = (i64)choose(doubled, 1, (u64)course->holds >> 4 * seat & 15);
    now.phase = (size > 3) + (size > 7);
    return now;
}

static inline i64 rank_of(u64 card) {
    const u64 keys = DOUBLER | SHEEP | PIG, middle = keys | 0x1F8ull << 32;
    const u64 top = 0x1E00ull | 0x1C00ull << 16 | 0x1E00ull << 32 | 0x1800ull << 48;
    return (i64)choose((card & middle) != 0, 1, choose((card & top) != 0, 2, 0));
}

static inline double weight(const double *table, const Situation *now, int role, i64 code) {
    i64 suit = role == TO_FOLLOW ? __builtin_ctzll(now->suit) >> 4 : code >> 4;
    u64 card = 1ull << code, cards = SUIT << 16 * suit, upward = -(card << 1);
    i64 rank = rank_of(card), key = now->keys >> 4 * suit & 15;
    i64 higher = least(count(now->unseen & cards & upward), 3);
    i64 lower = count(now->unseen & cards & (card - 1));
    lower = (lower > 0) + (lower > 1) + (lower > 3);
    u64 held = now->hand & cards;
    i64 own = least(count(held), 4) - 1, some = count(now->unseen & cards);
    some = (some > 0) + (some > 2) + (some > 4) + (some > 6);
    i64 place = suit * PLACES + key, group = suit * RANKS + rank;
    i64 of_class = place * RANKS + rank, near = higher * FEW + lower, by_code = code * PLACES + key;
    i64 spades = least(count(now->hand & SPADES & ~PIG), 3);
    i64 by_pig = (((now->keys >> 12) * FEW + spades) * SUITS * RANKS + group) * FEW + own;
    if (role == TO_LEAD) {
        u64 inner = choose((held & upward) == 0, 2, 1);
        i64 order = (i64)choose((held & (card - 1)) == 0, 0, inner);
        i64 empty = least(count((u64)now->rivals_void >> suit & 0x11111), 2);
        i64 partner = now->partner_void >> suit & 1;
        return table[LEAD_0 + of_class * 16 + near]
            * table[LEAD_1 + (((place * FEW + own) * UNSEEN + some) * 3 + order) * PHASES
                    + now->phase]
            * table[LEAD_2 + (now->slam * SUITS * RANKS + group) * FEW + higher]
            * table[LEAD_3 + (((place * 3 + empty) * 2 + partner) * FEW + higher) * 2 + (lower > 0)]
            * table[LEAD_4 + (by_code * PHASES + now->phase) * HOLDS + now->own_pile]
            * table[LEAD_5 + by_pig];
    }
    i64 sign = (now->worth > 3) + (now->worth > 4);
    if (role == TO_FOLLOW) {
        i64 beats = card > now->best, order;
        if (beats) {
            u64 rest = now->legal & -(now->best << 1);
            order = (i64)choose((rest & (card - 1)) == 0, 3, choose((rest & upward) == 0, 4, 5));
        } else {
            u64 rest = now->legal & (now->best - 1);
            order = (i64)choose((rest & upward) == 0, 0, choose((rest & (card - 1)) == 0, 1, 2));
        }
        i64 hearts = cards == HEARTS, wins = now->after * WORTHS + now->worth;
        i64 stake = now->worth < 4 ? now->worth >> 1 : now->worth - 2;
        i64 pile = (i64)choose(beats == 1, (u64)now->own_pile, (u64)now->pile);
        return table[FOLLOW_0 + (of_class * 2 + beats) * AFTER * WORTHS + wins]
            * table[FOLLOW_1
                    + ((((beats * 16 + near) * FEW + own) * AFTER + now->after) * SIGNS + sign)
                        * OWNERS + now->owner]
            * table[FOLLOW_2
                    + (((order * FEW + own) * AFTER * WORTHS + wins) * OWNERS + now->owner)
                        * PHASES + now->phase]
            * table[FOLLOW_3 + (((now->slam * 2 + beats) * AFTER + now->after) * STAKES + stake) * 6
                    + hearts * 3 + least(higher, 2)]
            * table[FOLLOW_4 + ((by_code * 2 + beats) * OWNERS + now->owner) * HOLDS + pile]
            * table[FOLLOW_5 + (((place * UNSEEN + some) * FEW + own) * 2 + beats) * AFTER
                    + now->after];
    }
    return table[DISCARD_0 + (by_code * OWNERS + now->owner) * 2 + (now->after > 0)]
        * table[DISCARD_1 + (of_class * 16 + near) * FEW + own]
        * table[DISCARD_2 + ((now->slam * SUITS * RANKS + group) * OWNERS + now->owner) * SIGNS
                + sign]
        * table[DISCARD_3 + ((now->pile * SUITS * RANKS + group) * OWNERS + now->owner) * WORTHS
                + now->worth]
        * table[DISCARD_4 + ((place * FEW + own) * UNSEEN + some) * PHASES + now->phase]
        * table[DISCARD_5 + by_pig];
}

static inline i64 pick_by(const double *table, const Situation *now, int role, u64 *numbers) {
    double total = 0;
    i64 chosen = 0;
    for (u64 cards = now->legal; cards; cards &= cards - 1) {
        i64 code = __builtin_ctzll(cards);
        double deserved = weight(table, now, role, code);
        total += deserved;
        u64 number = draw(numbers);
        i64 drawn = spread(&number, 1 << 24);
        chosen = (i64)choose((double)drawn * total < deserved * (1 << 24), (u64)code, (u64)chosen);
    }
    return chosen;
}

static inline i64 pick(const double *table, const Situation *now, u64 *numbers) {
    if (!now->suit) return pick_by(table, now, TO_LEAD, numbers);
    if (now->legal & now->suit) return pick_by(table, now, TO_FOLLOW, numbers);
    return pick_by(table, now, TO_DISCARD, numbers);
}

static inline u64 may_play(const Rules *rules, const State *state, const Course *course, u64 hand) {
    if (!course->table) {
        if (!course->tricks && rules->must_lead) return hand & (u64)rules->lead_card;
        return allowed(hand, state->broken ? 0 : (u64)rules->kept_from_lead);
    }
    u64 cards = hand & course->suit;
    int able = cards != 0;
    u64 kept = course->tricks ? 0 : (u64)rules->kept_from_first_trick;
    return allowed(choose(able, cards, hand), choose(able, 0, kept));
}

static void play_guided(const Rules *rules, const double *tables, State *state, u64 *numbers) {
    const i64 everybody = 0x11111 & ((1 << 4 * rules->players) - 1);
    Course course = {.seat = state->leader, .winner = state->leader, .waiting = everybody};
    course.left = (u64)rules->pack;
    while (course.left) {
        i64 seat = course.seat;
        u64 hand = state->hands[seat], cards = may_play(rules, state, &course, hand);
        i64 code = __builtin_ctzll(cards);
        if (cards & (cards - 1)) {
            Situation now = read(rules, state, &course, cards);
            code = pick(tables, &now, numbers);
        }
        u64 card = 1ull << code;
        state->hands[seat] = hand ^ card;
        u64 suit = course.suit ? course.suit : SUIT << (code & 48);
        int wins = (card & suit) > course.best;
        course.suit = suit;
        course.best = choose(wins, card, course.best);
        course.winner = (i64)choose(wins, (u64)seat, (u64)course.winner);
        course.table |= card;
        course.left &= ~card;
        course.waiting &= ~(1ll << 4 * seat);
        course.seat = (i64)choose(seat + 1 < rules->players, (u64)seat + 1, 0);
        u64 empty = 1ull << (4 * seat + (__builtin_ctzll(suit) >> 4));
        course.voids |= (i64)choose((card & suit) != 0, 0, empty);
        u64 breaks = card & ((HEARTS & ~suit) | (u64)rules->breaks_hearts);
        state->broken = (i64)choose(breaks != 0, 1, (u64)state->broken);
        if (course.waiting) continue;
        i64 winner = course.winner;
        capture(rules, state, winner, course.table);
        course.tricks++;
        course.holds &= ~(15ll << 4 * winner);
        course.holds |= holds(rules, state->piles[winner]) << 4 * winner;
        course.takers |= (i64)choose((course.table & slam_cards(rules)) != 0, 1ull << winner, 0);
        course.table = course.best = course.suit = 0;
        course.seat = winner;
        course.waiting = everybody;
    }
}

/* As `run`, with the tables of the policy. */
void run_guided(const Rules *rules, const double *table, u64 *deck, u64 *numbers, i64 deals,
                i64 *sums) {
    State state;
    i64 points[5];
    while (deals--) {
        deal(rules, &state, deck, numbers);
        play_guided(rules, table, &state, numbers);
        score(rules, &state, points);
        for (i64 pile = 0; pile < rules->players; pile++) sums[pile] += points[pile];
    }
}
