export const cards = {
  S: 'spades',
  H: 'hearts',
  D: 'diamonds',
  C: 'clubs',
  A: 'ace',
  K: 'king',
  Q: 'queen',
  J: 'jack',
  name: '{rank} of {suit}',
} as const;
