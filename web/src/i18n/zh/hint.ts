import type { hint as en } from '../en/hint';
import type { Like } from '../message';

export const hint: Like<typeof en> = {
  title: '提示',
  waiting: '正在模拟多副牌…',
  choices: '选择',
  all: '全部 {n} 种选择',
  points: '你这副牌的得分',
  points_side: '你们这副牌的得分',
  is_best: '最好',
  is_equal: '差不多',
  is_open: '难分高下',
  is_worse: '明显较差',
  gap_points: '在同样的模拟牌局里，比最好的选择少 {gap} 分。',
  gap_game: '在同样的模拟牌局里，比最好的选择少 {gap} 的胜算。',
  chances: '概率',
  slam: '全红',
  moon: '全收',
  basis: '每种选择都在 {n} 副与你所见相符的牌上模拟到打完。横条也考虑了别人的得分。',
};
