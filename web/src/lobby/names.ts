import { t } from '../i18n';
import { typed } from '../ui/typed';

/** A friendly name for somebody who has none yet. */
export function suggestName(): string {
  return t('lobby.suggested_name', {
    adjective: pick(t('lobby.adjectives').split(',')),
    animal: pick(t('lobby.animals').split(',')),
  });
}

function pick(words: readonly string[]): string {
  return words[Math.floor(Math.random() * words.length)] ?? '';
}

/** The room number in what somebody typed or pasted, perhaps with spaces; null: there is none. */
export function roomNumberIn(text: string): string | null {
  const number = typed(text)
    .trim()
    .replace(/^.*\/n\/([^/?#]*).*$/, '$1');
  const digits = number.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(digits) ? digits : null;
}

/** The code of a table in what somebody pasted: a link, a path or the code itself. */
export function tableIn(text: string): string | null {
  const found = /(?:^|\/t\/)([A-Za-z0-9_-]{1,64})\/?(?:[?#].*)?$/.exec(text.trim());
  return found?.[1] ?? null;
}
