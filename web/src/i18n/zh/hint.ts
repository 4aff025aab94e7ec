import type { hint as en } from '../en/hint';
import type { Like } from '../message';

export const hint: Like<typeof en> = {
  title: '提示',
  waiting: '正在模拟多副牌…',
  choices: '选择',
  all: '全部 {n} 种选择',
  behind_points: '比最好的差（分）',
  behind_game: '比最好的差（胜算）',
  about_the_same: '差不多',
  said_best: '最好',
  said_open: '比最好的差，但还说不准',
  said_worse: '比最好的差',
  own_you: '你：{points} 分',
  own_side: '你们：{points} 分',
  chances: '概率',
  slam: '全红',
  moon: '全收',
  basis: '每种选择都在 {n} 副与你所见相符的牌上模拟到打完。',
  counts_you: '比的是你的得分与别家平均之差，下面的小字是你自己的得分。',
  counts_side: '比的是你们与对方的得分之差，下面的小字是你们自己的得分。',
  counts_game: '比的是整局的胜算：这时候，胜算比分数要紧。',
};
