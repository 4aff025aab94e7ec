import { cards } from './cards';
import { common } from './common';
import { lobby } from './lobby';
import { replay } from './replay';
import { rules } from './rules';
import { score } from './score';
import { table } from './table';
import { verify } from './verify';

export const en = { common, cards, lobby, table, replay, score, verify, rules };
