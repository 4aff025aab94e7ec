import { TOGETHER } from './book';

/** Marks for players where there is no room for a name: as many letters as tell them apart, four
 * at most; the seat's number where even those do not. Chinese characters are two letters wide. Of
 * partners it is the first letter of each. */
export function shortNames(names: readonly string[]): string[] {
  const cut = (name: string) => {
    const partners = name.split(TOGETHER);
    if (partners.length > 1) return partners.map(([first]) => first).join('');
    const [first = '', ...rest] = name;
    return /[\u2e80-\uffdc]/.test(first) ? first + (rest[0] ?? '') : name.slice(0, 4).trim();
  };
  const marks = names.map(cut);
  return marks.map((mark, place) =>
    marks.indexOf(mark) === marks.lastIndexOf(mark) ? mark : String(place + 1),
  );
}
