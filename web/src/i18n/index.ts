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
export { cardName, playedName, suitName } from './cards';
export { together } from './message';
