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

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A value as it stands in a sentence: one from right to left does not turn the sentence around. */
function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value;
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
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    isolated(String(values[name] ?? place)),
  );
}
