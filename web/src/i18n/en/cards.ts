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
  exposed_open: 'exposed ×2',
  exposed_up: 'face up ×4',
  exposed_down: 'face down ×2',
} as const;
