export const games = {
  place: '{place} of {sides}',
  won: 'Won',
  last: 'Last',
  broken_off: 'Ended early',
  practice: 'Practice',
  bot: '{level} bot',
  day_runs: 'The replay and the review come when the day is over.',
  round_runs: 'The replay and the review come when the round is over at all tables.',
  interval: '95% interval {low} to {high}',
  too_few: 'too few deals for an interval',
  partner: '{name} (partner)',
} as const;
