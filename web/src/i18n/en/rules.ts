export const rules = {
  choose: 'Rules for',
  play_this: 'Open a table with these rules',
  score_this: 'Keep score by these rules',
  loading: 'Loading the rules…',
  like_this: 'A table like this one',
} as const;
