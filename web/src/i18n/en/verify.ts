export const verify = {
  title: 'Check fair deals',
  intro:
    'Choose the evidence of deals, downloaded from a table or a finished game. Your browser repeats every calculation here; nothing is sent anywhere.',
  paste: 'Or paste the evidence',
  paste_hint: 'One JSON object, or one per line.',
  check: 'Check',
  example: 'Try the worked example',
  tampered: 'Try one that has been tampered with',
  loading: 'Loading the evidence…',
  working: 'Calculating…',
  fetch_failed: 'The evidence of this game could not be loaded. Are you online?',
  no_game: 'There is no such game, or it has no evidence.',
  too_large: 'This file is too large.',

  // What it comes to.
  good: 'Everything matches',
  bad: { one: '{n} thing does not match', other: '{n} things do not match' },
  not_evidence: 'This is not evidence',
  summary: {
    one: 'Table {table}: {n} deal, number {first}.',
    other: 'Table {table}: {n} deals, numbers {first} to {last}.',
  },
  begins: 'The file begins with deal {first}, and says nothing of those before it.',
  aborted: { one: '{n} of them was broken off.', other: '{n} of them were broken off.' },
  alone: {
    one: '{n} of them contains no player’s number: it rests on the dealer alone.',
    other: '{n} of them contain no player’s number: they rest on the dealer alone.',
  },
  deals: 'Deal by deal',
  deal: 'Table {table}, deal {deal}',
  deal_good: 'matches',
  deal_bad: { one: '{n} fault', other: '{n} faults' },
  deal_aborted: 'broken off',
  show_numbers: 'Show all numbers',

  // Each check in plain words.
  step_rules: 'The rules can be played.',
  step_contributions: 'Every seat of the table is accounted for.',
  step_place: 'The dealer’s chain of secrets covers this deal.',
  step_link: 'Hashed once, this deal’s secret gives the one revealed before it.',
  step_anchor:
    'Hashed down the chain, the secret gives the anchor, which was published before the first deal: the secret was not chosen afterwards.',
  step_commitment: 'Each player revealed the number they had committed to.',
  step_seed: 'The dealer’s secret and the players’ numbers give the seed.',
  step_hands: 'The seed deals exactly these hands.',
  step_count: 'No deal was left out between this one and the one before.',
  step_chain: 'The chain of secrets is the same as before, or properly follows it.',
  step_continued: 'The previous secret is the one that the deal before revealed.',
  step_public: 'Nobody could have known this secret before the deal was over.',
  passed: 'right',
  failed: 'wrong',

  // Who gave a number.
  seats: 'Who contributed',
  seat_bot: 'Seat {seat}: one of the server’s bots, no number',
  seat_absent: 'Seat {seat}: no number came in time',
  seat_withheld: 'Seat {seat}: committed to a number but did not reveal it',
  seat_revealed: 'Seat {seat}: gave a number',

  // The numbers themselves.
  anchor: 'Anchor of the chain',
  chain_length: 'Secrets in the chain',
  chain_first: 'First deal of the chain',
  previous: 'Previous secret',
  secret: 'Secret of this deal',
  rules_hash: 'Hash of the rules',
  seed: 'Dealer’s seed',
  commitment: 'Commitment of seat {seat}',
  reveal: 'Number of seat {seat}',
  hand: 'Hand of seat {seat}',

  // Why a text is no evidence.
  place_line: 'Line {line}: {told}',
  fault_empty: 'It is empty.',
  fault_not_json: 'This is not JSON.',
  fault_not_object: 'The evidence of a deal is one JSON object.',
  fault_field: 'The field {field} has the wrong kind of content.',
  fault_missing: 'The field {field} is missing.',
  fault_unknown: 'Unknown field {field}: evidence holds only what is checked.',

  // What it means.
  proves: 'What this proves',
  proves_if:
    'If you played in a deal, your browser kept to the protocol, and the evidence also matches what your browser remembers, then:',
  proves_dealer:
    'The dealer did not choose the cards. Its secret was fixed before it knew your number, and your number is part of the seed. One honest number is enough.',
  proves_players:
    'No player chose the cards, not even all players together: none of them knew the secret.',
  proves_after: 'Nothing was changed afterwards: no secret, no rule, no number, no hand.',
  proves_gaps: 'No deal was quietly dropped: the numbering and the chain have no gaps.',
  proves_not: 'What it does not prove',
  not_seen: 'That nobody saw your cards. The dealer knows all hands.',
  not_talk: 'That players do not talk to each other, or play with a program’s help.',
  not_person: 'That a player is a person, or the person you think it is.',
  not_yours:
    'Anything about a deal you did not play in. A dealer could make up a whole file afterwards; it becomes evidence because players find in it what their own browsers recorded.',
  not_alone: 'Anything about a deal without any player’s number.',
} as const;
