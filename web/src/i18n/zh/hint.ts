import type { hint as en } from '../en/hint';
import type { Like } from '../message';

export const hint: Like<typeof en> = {
  title: '提示',
  waiting: '正在推算…',
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
  basis: '照你看到的牌，设想了 {n} 副，每种选择都打到底。',
  counts_you: '数字是与别家平均相比的差距，下面的小字是你自己的得分。',
  counts_side: '数字是与对手相比的差距，下面的小字是你们自己的得分。',
  counts_game: '数字是整局的胜算：这时候，胜算比分数要紧。',
};
