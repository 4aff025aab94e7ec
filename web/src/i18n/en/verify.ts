export const verify = {
  title: 'Check fair deals',
  intro:
    'Choose the evidence of deals, as a table or a finished game gives it. Every sum is done again here, in your browser: nothing is sent anywhere, and it works without a network.',
  choose: 'Choose a file',
  drop: 'or drop it here',
  paste: 'Or paste the evidence',
  paste_hint: 'One JSON object, or one on each line.',
  check: 'Check it',
  example: 'Try the worked example',
  tampered: 'Try one that was tampered with',
  loading: 'Fetching the evidence…',
  working: 'Doing the sums…',
  fetch_failed: 'The evidence of this game could not be fetched. Is the network there?',
  no_game: 'There is no such game, or it has no evidence.',
  too_large: 'This file is too large.',
  unreadable_file: 'This file could not be read.',

  // What it comes to.
  good: 'Everything fits together',
  bad: { one: '{n} thing does not match', other: '{n} things do not match' },
  not_evidence: 'This is no evidence',
  summary: {
    one: 'Table {table}: {n} deal, number {first}.',
    other: 'Table {table}: {n} deals, numbers {first} to {last}.',
  },
  aborted: { one: '{n} of them was broken off.', other: '{n} of them were broken off.' },
  alone: {
    one: '{n} of them has no player’s number in it: it rests on the dealer alone.',
    other: '{n} of them have no player’s number in them: they rest on the dealer alone.',
  },
  deals: 'Deal by deal',
  deal: 'Table {table}, deal {deal}',
  deal_good: 'fits',
  deal_bad: { one: '{n} fault', other: '{n} faults' },
  deal_aborted: 'broken off',
  show_numbers: 'Show all numbers',

  // Each check in plain words.
  step_rules: 'These are rules that can be played.',
  step_contributions: 'Every seat of the table is accounted for.',
  step_place: 'The dealer’s chain of secrets has one for this deal.',
  step_link: 'This deal’s secret leads to the one that was shown before it.',
  step_anchor:
    'The secret leads down to the anchor, which was published before the first deal: it was not chosen afterwards.',
  step_commitment: 'What every player revealed is what that player had committed to.',
  step_seed: 'The dealer’s secret and the players’ numbers give the seed.',
  step_hands: 'The seed deals exactly these hands.',
  step_count: 'No deal was left out between this one and the one before.',
  step_chain: 'The chain of secrets is the one before, or its rightful successor.',
  step_continued: 'The secret before this one is the one that the deal before showed.',
  step_public: 'This secret was not known before the deal was over.',
  passed: 'right',
  failed: 'wrong',

  // Who gave a number.
  seats: 'Who had a part in it',
  seat_bot: 'Seat {seat}: a bot of the house, without a number',
  seat_absent: 'Seat {seat}: no number came in time',
  seat_withheld: 'Seat {seat}: committed to a number and did not show it',
  seat_revealed: 'Seat {seat}: gave a number',

  // The numbers themselves.
  anchor: 'Anchor of the chain',
  chain_length: 'Secrets in the chain',
  chain_first: 'First deal of the chain',
  previous: 'Secret before',
  secret: 'Secret of the deal',
  rules_hash: 'Hash of the rules',
  seed: 'Dealer’s seed',
  commitment: 'Commitment of seat {seat}',
  reveal: 'Number of seat {seat}',
  hand: 'Hand of seat {seat}',

  // Why a text is no evidence.
  place_line: 'Line {line}: {told}',
  fault_empty: 'There is nothing in it.',
  fault_not_json: 'This is not JSON.',
  fault_not_object: 'The evidence of a deal is one JSON object.',
  fault_field: 'The field {field} does not hold what it must.',
  fault_missing: 'The field {field} is missing.',
  fault_unknown: 'There is no field {field}: evidence holds only what is checked.',

  // What it means.
  proves: 'What this proves',
  proves_if:
    'If you played a deal, your browser kept to the protocol, and the evidence also matches what your browser remembers, then:',
  proves_dealer:
    'The dealer did not choose the cards. Its secret was fixed before it knew your number, and your number is in the seed. One honest number is enough.',
  proves_players: 'No player chose them, nor all players together: none of them knew the secret.',
  proves_after: 'Nothing was changed afterwards: no secret, no rule, no number, no hand.',
  proves_gaps: 'No deal was left out in silence: the count and the chain go on without gaps.',
  proves_not: 'What it does not prove',
  not_seen: 'That nobody saw your cards. The dealer knows all hands.',
  not_talk: 'That players do not talk to each other, or play with a program’s help.',
  not_person: 'That a player is a person, or the one that you think it is.',
  not_yours:
    'Anything about a deal in which you had no part. A dealer could make up a whole file afterwards; it becomes evidence because players find in it what their own browsers kept.',
  not_alone: 'Anything about a deal without a player’s number.',
} as const;
