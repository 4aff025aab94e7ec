export {
  addTopic,
  chooseLanguage,
  has,
  language,
  startLanguage,
  t,
  type Key,
  type Language,
} from './language.svelte';
export { cardName, suitName } from './cards';
