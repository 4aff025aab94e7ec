/** The texts that a review in a file of its own needs: instead of `i18n/zh`. */

import { cards } from '../i18n/zh/cards';
import { common } from '../i18n/zh/common';
import { hint } from '../i18n/zh/hint';
import { replay } from '../i18n/zh/replay';
import { review } from '../i18n/zh/review';

export const zh = { cards, common, hint, replay, review };
