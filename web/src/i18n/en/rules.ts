export const rules = {
  title: 'Rules',
  choose: 'Rules for',
  play_this: 'Open a table with these rules',
  loading: 'Loading the rules…',
} as const;
