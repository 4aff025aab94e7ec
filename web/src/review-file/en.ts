/** The texts that a review in a file of its own needs: instead of `i18n/en`. */

import { cards } from '../i18n/en/cards';
import { common } from '../i18n/en/common';
import { hint } from '../i18n/en/hint';
import { replay } from '../i18n/en/replay';
import { review } from '../i18n/en/review';

export const en = { cards, common, hint, replay, review };
