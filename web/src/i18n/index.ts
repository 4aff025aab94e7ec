export {
  addTopics,
  chooseLanguage,
  has,
  language,
  startLanguage,
  t,
  type Key,
  type Language,
} from './language.svelte';
export type { Topic } from './later';
export { cardName, suitName } from './cards';
