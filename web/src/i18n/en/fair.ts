/** The proof of a fair deal, at the table and from a file of evidence. */
export const fair = {
  chip_fair: 'Fair deal, checked',
  chip_unproven: 'Checked, but your browser missed part of it',
  chip_dealer: 'Deal checked, but without any player’s number',
  chip_breach: 'The dealer has cheated!',
  breach: 'A deal at this table was not fair. Open its score sheet to see why.',
  title: 'Was this deal fair?',
  fine: 'Yes. Your browser repeated the calculation and got the same deal.',
  fine_dealer: 'No browser added a number to this deal: you have to trust the server.',
  fine_others: 'This browser added no number to the deal, but other players’ browsers did.',
  unproven:
    'The calculation gives the same deal. But it does not prove to you that nobody chose it:',
  unused_commitment:
    'Your browser sent its commitment {seconds} s before the deal was settled, and it was not counted. A bad network can do that; if it happens again and again, the server may be choosing.',
  unused_number:
    'Your browser sent its number {seconds} s before the deal was settled, and it was not counted. A bad network can do that; if it happens again and again, the server may be choosing.',
  unused_elsewhere:
    'The server says that another device of yours has taken part. If you have none at this table, your number was left out.',
  missing: 'The server has not shown what became of earlier deals that it called: {deals}.',
  unseen: 'Your browser saw no cards of this deal on the table.',
  dropped:
    'Before this deal the server called others and learned your number, and your browser did not see them dealt, played and scored: {deals}.',
  earlier: 'In deal {deal}: {told}',
  code: 'Compare with another player',
  code_about:
    'Read these letters to somebody else at the table. If theirs are different, the server has shown you different deals.',
  proved_1:
    'Before the first deal the server fixed its secrets for all deals to come. The secret used for this deal is the one it had committed to.',
  proved_2:
    'Your browser drew a random number, committed to it, and revealed it only after everyone’s commitments were fixed. Your number is part of this deal.',
  proved_3:
    'The secret and the numbers together give the seed of the shuffle, and that seed gives exactly the hands that were played.',
  proved_4: 'The rules are the ones you were shown before the deal.',
  proved_5: 'Every card came from the hand it was dealt to.',
  not_proved:
    'This does not prove that nobody saw your cards, or that players did not talk to each other.',
  download: 'Download the evidence',
  verify: 'Check a file of evidence',
  wrong: 'Something does not match. Keep the evidence and ask whoever runs this server.',
  seats: 'Numbers from each seat',
  kind_bot: 'a bot: no number',
  kind_absent: 'no number came in time',
  kind_withheld: 'committed to a number but did not reveal it',
  kind_revealed: 'a number that matches its commitment',
  breach_second_chain: 'The server has replaced the secrets it had committed to.',
  breach_count_back: 'The numbering of the deals went back.',
  breach_too_many_missing: 'Too many deals were called without being shown.',
  breach_stepped_back: 'A deal went back to an earlier step.',
  breach_seat_changed: 'You were moved to another seat in the middle of the deal.',
  breach_evidence_changed: 'The evidence of this deal was shown in two versions.',
  breach_other_table: 'The evidence belongs to another table.',
  breach_unreadable: 'What was shown as evidence cannot be read.',
  breach_previous_changed: 'The secret revealed after the previous deal has been changed.',
  breach_left_out: 'Your commitment was acknowledged and then left out.',
  breach_lock_changed: 'The commitments were changed after they had been locked.',
  breach_number_denied: 'Your number was acknowledged, but the server says it never arrived.',
  breach_rules_changed: 'The rules in the evidence are not the ones you were shown.',
  breach_lock_differs: 'The commitments in the evidence are not the ones that were locked.',
  breach_numbers_differ: 'The numbers in the evidence are not the ones that were settled.',
  breach_hand_differs: 'The hand in the evidence is not the one you were dealt.',
  breach_cards_differ: 'Cards were played that had not been dealt to that hand.',
  breach_sums: 'The calculation gives a different deal.',
  step_rules: 'these rules cannot be played: {option}',
  step_contributions: 'the rules have {expected} seats, but the evidence has {found} contributions',
  step_place: 'the chain has secrets for deals {first} to {last}, but not for this one',
  step_link:
    'hashing the secret gives {expected}, but the evidence says that the previous secret is {found}',
  step_anchor:
    'secret {place} of the chain does not match the published anchor: hashed down the chain it gives {expected}, but the anchor is {found}',
  step_commitment:
    'the revealed number does not match its commitment: it gives {expected}, but the commitment was {found}',
  step_seed:
    'the secret and the players’ numbers give the seed {expected}, but the evidence says {found}',
  step_hands: 'the seed deals {expected}, but the evidence says {found}',
  step_count: 'this deal comes after deal {before} of its table, where deal {expected} should be',
  step_chain:
    'this is not the chain of deal {before}, which lasts until deal {last}; a new chain may begin only after that',
  step_continued:
    'the secret of deal {before} was {expected}, but here the previous secret is {found}',
  step_public:
    'the secret was no longer secret: it follows from that of deal {by_deal}, table {by_table}',
  step_deal: 'Deal {deal}: {told}',
  step_seat: 'Deal {deal}, seat {seat}: {told}',
} as const;
