import { account } from './account';
import { cards } from './cards';
import { common } from './common';
import { games } from './games';
import { learn } from './learn';
import { lobby } from './lobby';
import { moments } from './moments';
import { people } from './people';
import { privacy } from './privacy';
import { puzzles } from './puzzles';
import { replay } from './replay';
import { rules } from './rules';
import { score } from './score';
import { table } from './table';
import { talk } from './talk';
import { verify } from './verify';

export const zh = {
  common,
  account,
  privacy,
  cards,
  games,
  learn,
  lobby,
  table,
  talk,
  moments,
  people,
  puzzles,
  replay,
  score,
  verify,
  rules,
};
