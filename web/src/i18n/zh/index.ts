import { account } from './account';
import { cards } from './cards';
import { common } from './common';
import { games } from './games';
import { lobby } from './lobby';
import { moments } from './moments';
import { people } from './people';
import { privacy } from './privacy';
import { rules } from './rules';
import { table } from './table';
import { talk } from './talk';

export const zh = {
  common,
  account,
  privacy,
  cards,
  games,
  lobby,
  table,
  talk,
  moments,
  people,
  rules,
};
