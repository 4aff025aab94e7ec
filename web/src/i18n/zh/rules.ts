import type { rules as en } from '../en/rules';
import type { Like } from '../message';

export const rules: Like<typeof en> = {
  choose: '哪一种玩法',
  play_this: '用这套规则开桌',
  score_this: '按这套规则记分',
  loading: '正在读取规则…',
  like_this: '照这样开一桌',
};
