export const rules = {
  title: 'Rules',
  choose: 'Rules of',
  play_this: 'Open a table with these rules',
  loading: 'Fetching the rules…',
} as const;
