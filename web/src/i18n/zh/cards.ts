import type { cards as en } from '../en/cards';
import type { Like } from '../message';

export const cards: Like<typeof en> = {
  S: '黑桃',
  H: '红桃',
  D: '方块',
  C: '梅花',
  A: 'A',
  K: 'K',
  Q: 'Q',
  J: 'J',
  name: '{suit}{rank}',
  exposed_open: '已亮 ×2',
  exposed_up: '明卖 ×4',
  exposed_down: '暗卖 ×2',
  takes: '收这一墩',
};
