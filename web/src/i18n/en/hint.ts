export const hint = {
  title: 'Hint',
  waiting: 'Simulating many deals…',
  choices: 'Choices',
  all: 'All {n} choices',
  behind_points: 'Points behind the best',
  behind_game: 'Winning chance behind the best',
  about_the_same: 'about the same',
  said_best: 'the best',
  said_open: 'behind the best, but not for sure',
  said_worse: 'behind the best',
  own_you: 'you: {points}',
  own_side: 'your side: {points}',
  chances: 'Chance of',
  slam: 'All hearts',
  moon: 'Shooting the moon',
  basis: 'Each choice was simulated on {n} deals that fit what you have seen.',
  counts_you:
    'The figures count your points against the others’ average; your points alone are below them.',
  counts_side:
    'The figures count your side’s points against the other side’s; yours alone are below them.',
  counts_game: 'The figures are chances in the whole game: here they matter more than points.',
} as const;
