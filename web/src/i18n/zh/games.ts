import type { games as en } from '../en/games';
import type { Like } from '../message';

export const games: Like<typeof en> = {
  place: '第 {place} 名，共 {sides} 家',
  won: '赢',
  last: '垫底',
  broken_off: '提前结束',
  practice: '练习',
  bot: '机器人（{level}）',
  day_runs: '这一天结束后可以回放和复盘。',
  round_runs: '等所有的桌打完这一轮，就可以回放和复盘。',
  interval: '95% 区间：{low} 到 {high}',
  too_few: '副数太少，还算不出区间',
  partner: '{name}（搭档）',
};
