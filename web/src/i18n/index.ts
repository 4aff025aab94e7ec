export {
  addTopics,
  chooseLanguage,
  has,
  language,
  startLanguage,
  t,
  withTexts,
  type Key,
  type Language,
} from './language.svelte';
export { cardName, suitName } from './cards';
export { together } from './message';
