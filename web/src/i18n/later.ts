/** Texts of pages that need not be there at once: each topic is fetched with the pages that speak of
 * it, which `App.svelte` lists. */
export const LATER = {
  clubs: { en: () => import('./en/clubs'), zh: () => import('./zh/clubs') },
  daily: { en: () => import('./en/daily'), zh: () => import('./zh/daily') },
  editor: { en: () => import('./en/editor'), zh: () => import('./zh/editor') },
  fork: { en: () => import('./en/fork'), zh: () => import('./zh/fork') },
  learn: { en: () => import('./en/learn'), zh: () => import('./zh/learn') },
  opening: { en: () => import('./en/opening'), zh: () => import('./zh/opening') },
  privacy: { en: () => import('./en/privacy'), zh: () => import('./zh/privacy') },
  puzzles: { en: () => import('./en/puzzles'), zh: () => import('./zh/puzzles') },
  replay: { en: () => import('./en/replay'), zh: () => import('./zh/replay') },
  review: { en: () => import('./en/review'), zh: () => import('./zh/review') },
  score: { en: () => import('./en/score'), zh: () => import('./zh/score') },
  statistics: { en: () => import('./en/statistics'), zh: () => import('./zh/statistics') },
  tournament: { en: () => import('./en/tournament'), zh: () => import('./zh/tournament') },
  verify: { en: () => import('./en/verify'), zh: () => import('./zh/verify') },
} as const;

/** A topic that is fetched later. */
export type Topic = keyof typeof LATER;
type Texts<T extends Topic> = Awaited<ReturnType<(typeof LATER)[T]['en']>>;
/** The English texts of these topics. */
export type Later = { [T in Topic]: Texts<T>[T & keyof Texts<T>] };
