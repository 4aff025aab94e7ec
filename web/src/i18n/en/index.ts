import { account } from './account';
import { cards } from './cards';
import { common } from './common';
import { fair } from './fair';
import { games } from './games';
import { hint } from './hint';
import { lobby } from './lobby';
import { moments } from './moments';
import { people } from './people';
import { rules } from './rules';
import { say } from './say';
import { table } from './table';
import { talk } from './talk';

export const en = {
  common,
  account,
  cards,
  games,
  lobby,
  table,
  say,
  hint,
  fair,
  talk,
  moments,
  people,
  rules,
};
