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

const RANKS: Readonly<Record<string, string>> = { '10': 'T' };
const SUITS: Readonly<Record<string, string>> = { '♠': 'S', '♥': 'H', '♦': 'D', '♣': 'C' };

/** The cards in a text such as `2C 10d ♠Q`; `fault` is the first piece that is no card. */
export function readCards(text: string): { cards: string[]; fault: string | null } {
  const cards: string[] = [];
  for (const piece of text.split(/[\s,，、;；]+/)) {
    const code = typed(piece);
    if (!code) continue;
    const found =
      /^([2-9TJQKA]|10)([SHDC♠♥♦♣])$/i.exec(code) ??
      /^(?<suit>[SHDC♠♥♦♣])(?<rank>[2-9TJQKA]|10)$/i.exec(code);
    if (!found) return { cards, fault: piece };
    const rank = (found.groups?.['rank'] ?? found[1]!).toUpperCase();
    const suit = (found.groups?.['suit'] ?? found[2]!).toUpperCase();
    const card = (RANKS[rank] ?? rank) + (SUITS[suit] ?? suit);
    if (!cards.includes(card)) cards.push(card);
  }
  return { cards, fault: null };
}
