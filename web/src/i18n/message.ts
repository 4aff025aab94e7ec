/** Messages: a text with {places}, or one text for each plural form, chosen by the place {n}. */

export type Message = string | { readonly one: string; readonly other: string };

/** The type that the dictionary of another language must have: the same keys. */
export type Like<Topic> = { readonly [Key in keyof Topic]: Message };

type PlacesIn<Text> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesIn<Rest>
  : never;
type TextOf<M> = M extends { readonly one: infer One; readonly other: infer Other }
  ? One | Other
  : M;

/** The names of the places in a message. */
export type Places<M> = PlacesIn<TextOf<M>>;

/** What `t` wants after the key: nothing for a message without places. */
export type Values<M> = [Places<M>] extends [never]
  ? []
  : [values: { [Place in Places<M>]: string | number }];

/** Sentences one after the other; after a Chinese full stop comes no space. */
export function together(...sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .reduce((text, next) => `${text}${/[。！？]$/.test(text) ? '' : ' '}${next}`);
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A value as it stands in a sentence: one from right to left does not turn the sentence around. */
function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
}

const CHINESE = /[\u3400-\u9fff]/;
/** What a space parts from a Chinese character beside it: letters, digits, suits, signs. */
const SPACED = /[0-9A-Za-z\u00c0-\u024f♠♥♦♣+\u2212]/;

/** True if a space belongs between two characters of a Chinese sentence. */
function parted(left: string, right: string): boolean {
  return (CHINESE.test(left) && SPACED.test(right)) || (SPACED.test(left) && CHINESE.test(right));
}

/**
 * Join the pieces of a message. In Chinese a space stands between a Chinese character and a Latin
 * word, number or card where a place begins or ends: a name may be 小明 or Nana.
 */
export function joined(pieces: readonly string[], language: string): string {
  if (language !== 'zh') return pieces.join('');
  return pieces.reduce(
    (text, piece) =>
      parted(text.slice(-1), piece.slice(0, 1)) ? `${text} ${piece}` : text + piece,
    '',
  );
}

/** Fill the places of a message; `language` chooses the plural form. */
export function fill(
  message: Message,
  values: Readonly<Record<string, string | number>>,
  language: string,
): string {
  let text: string;
  if (typeof message === 'string') text = message;
  else {
    const form = new Intl.PluralRules(language).select(Number(values['n'] ?? 0));
    text = form === 'one' ? message.one : message.other;
  }
  // The pieces in turn: text, the name of a place, text, …
  const pieces = text
    .split(/\{(\w+)\}/)
    .map((piece, at) => (at % 2 ? isolated(String(values[piece] ?? `{${piece}}`)) : piece));
  return joined(pieces, language);
}
