import { t } from '../i18n';
import { api } from '../net/api';
import { toastFault } from '../ui/announce.svelte';
import type { Me } from '../wire/types';
import { suggestName } from './names';

/** The longest name that the server takes. */
export const LONGEST_NAME = 24;

/** What is wrong with the name that was typed; whatever else went wrong is shown in a note. */
export const nameFault = (error: unknown) =>
  error instanceof RangeError ? error.message : toastFault(error);

let me: Me | null = $state(null);
let typed = $state('');

/** Who the person at this device is. */
export const identity = {
  /** null until the server has told. */
  get me(): Me | null {
    return me;
  },
  /** The name in the name field: the player's own, or a suggestion. */
  get typed(): string {
    return typed;
  },
  set typed(name: string) {
    typed = name;
  },

  /** Ask the server who this is. Raises ApiError. */
  async load(): Promise<void> {
    take(await api.me());
  },

  /** Suggest another name. */
  suggest(): void {
    typed = suggestName();
  },

  /** Be somebody: introduces a newcomer by the name that stands in the field. Raises ApiError. */
  async settle(): Promise<void> {
    if (!me) await this.load();
    if (me?.name === null) await this.rename(typed);
  },

  /** Take a name, or change it. Raises ApiError, or RangeError for no name at all. */
  async rename(name: string): Promise<void> {
    const wanted = name.trim();
    if (wanted === '' || [...wanted].length > LONGEST_NAME) {
      throw new RangeError(t('lobby.name_missing'));
    }
    take(await api.introduce({ name: wanted }));
  },

  /** Become the player whose recovery code this is; the code that takes its place, which is shown
   * once. Raises ApiError. */
  async recover(code: string): Promise<string> {
    const answer = await api.recover({ code: code.trim() });
    take({ ...answer, certain: false });
    return answer.code;
  },

  /** Become a new player whom the account elsewhere signs in. Raises ApiError. */
  async becomeByProvider(name: string): Promise<void> {
    take(await api.newByProvider({ name: name.trim() }));
  },

  /** Become the player that the server has just signed in. */
  signedIn(answer: Me): void {
    take(answer);
  },

  /** Make a recovery code; it is shown once. Raises ApiError. */
  async makeRecovery(): Promise<string> {
    const { code } = await api.makeRecovery();
    if (me) me = { ...me, recovery: true };
    return code;
  },

  /** Be nobody on this device. Raises ApiError. */
  async signOut(): Promise<void> {
    leave(await api.signOut());
  },

  /** Delete the account; `name` is its own. Raises ApiError. */
  async deleteAccount(name: string): Promise<void> {
    leave(await api.deleteAccount({ name }));
  },

  /** Void the sessions of all other devices. Raises ApiError. */
  async signOutOthers(): Promise<void> {
    take(await api.signOutOthers());
  },
};

function leave(answer: Me): void {
  typed = '';
  take(answer);
}

function take(answer: Me): void {
  me = answer;
  if (answer.name !== null) typed = answer.name;
  else if (typed === '') typed = suggestName();
}
