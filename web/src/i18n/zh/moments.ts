import type { moments as en } from '../en/moments';
import type { Like } from '../message';

export const moments: Like<typeof en> = {
  turn_title: '● 轮到你了 – {table}',
  say_pig: '猪：{points}。',
  say_queen: '黑桃 Q：{points}。',
  say_sheep: '羊：{points}。',
  say_jack: '方块 J：{points}。',
  say_doubler: '变压器：{points}。',
  say_card: '{card}：{points}。',
  say_doubles: '变压器：这家的分乘 {times}。',
  swept_all_hearts: '{name}全红！',
  swept_all_hearts_you: '你全红了！',
  swept_all_point_cards: '{name}大满贯！',
  swept_all_point_cards_you: '你大满贯了！',
  swept_moon: '{name}全收了！',
  swept_moon_you: '你全收了！',
};
