import { faultText } from '../net/api';
import { Asked } from '../net/asked.svelte';
import { toast } from '../ui/announce.svelte';
import { clubs } from './api';
import type { ClubDo, ClubPage } from '../wire/types';

/** A club as its page shows it, and what is done in it. */
export class Club {
  /** That something is done now. */
  busy = $state(false);
  readonly #looking = new Asked<ClubPage>();

  constructor(readonly id: string) {}

  get page(): ClubPage | null {
    return this.#looking.answer;
  }

  /** Why it cannot be shown; empty: it can. */
  get fault(): string {
    return this.#looking.fault;
  }

  look = (): Promise<boolean> => this.#looking.look(() => clubs.page(this.id));

  know = (page: ClubPage): void => this.#looking.know(page);

  /** Do something; what goes wrong is told. True once it is done. */
  async act(command: ClubDo['do']): Promise<boolean> {
    return this.tell(() => this.must(command));
  }

  /** Do something. Raises ApiError. */
  async must(command: ClubDo['do']): Promise<void> {
    this.know(await clubs.act(this.id, command));
  }

  /** Leave it, or close it for all; the page stays as it was. Raises ApiError. */
  async leave(type: 'leave' | 'close'): Promise<void> {
    await clubs.act(this.id, { type });
  }

  /** Ask for something, one thing at a time; what goes wrong is told. */
  async tell(act: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await act();
      return true;
    } catch (error) {
      toast(faultText(error), 'fault');
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Whether the player helps to run it. */
  get helps(): boolean {
    return this.page?.role === 'owner' || this.page?.role === 'helper';
  }

  get owns(): boolean {
    return this.page?.role === 'owner';
  }
}
