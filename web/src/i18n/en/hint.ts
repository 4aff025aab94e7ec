export const hint = {
  title: 'Hint',
  waiting: 'Simulating many deals…',
  choices: 'Choices',
  all: 'All {n} choices',
  points: 'Your points in this deal',
  points_side: 'Your side’s points in this deal',
  is_best: 'best',
  is_equal: 'about equal',
  is_open: 'hard to tell',
  is_worse: 'clearly worse',
  gap_points: '{gap} points behind the best choice on the same simulated deals.',
  gap_game: '{gap} behind the best choice in winning chances, on the same simulated deals.',
  chances: 'Chance of',
  slam: 'All hearts',
  moon: 'Shooting the moon',
  basis:
    'Each choice was simulated on {n} deals that fit what you have seen. The bars also take the others’ scores into account.',
} as const;
