/** This browser's part in the fair deals of a table, and what is to be said of each of them. */

import {
  evidenceCode,
  FairMemory,
  FairPlayer,
  type Evidence,
  type Play,
  type RuleValues,
  type Standing,
  type Verdict,
} from '../fair';
import { t } from '../i18n';
import type { Answer, Command } from '../net/socket';
import { toast } from '../ui/announce.svelte';
import { evidenceOf } from './evidence';
import type { Own, Public, RuleSet, TableView } from './wire';
import { plainValues } from '../scoring/plain';

interface Table {
  send(command: Command): Promise<Answer>;
  /** The truth, as far as it may be known. */
  view(): TableView | null;
}

export class Fairness {
  /** What the evidence of finished deals came to, by their counts. */
  verdicts: Readonly<Record<number, Verdict>> = $state.raw({});
  /** What is to be said of each of them, after all that has come to light since. */
  standings: Readonly<Record<number, Standing>> = $state.raw({});
  readonly #table: string;
  readonly #player: FairPlayer;
  /** Deals whose evidence has been asked for since the page was connected last. */
  #askedFor: readonly number[] = [];

  readonly #at: Table;

  constructor(table: string, at: Table) {
    this.#table = table;
    this.#at = at;
    this.#player = new FairPlayer(table, new FairMemory(table, shelf()), {
      send: async (message) => {
        const answer = await at.send(message);
        if (answer.kind === 'refused') return { refused: answer.code };
        return answer.kind === 'lost' ? 'lost' : 'done';
      },
    });
  }

  /** The page is connected anew. */
  connected(): void {
    this.#askedFor = [];
  }

  /** The deal is the same at other tables. Nobody sends a number to this one, and its evidence is
   * not of this table. None becomes one of those. */
  get fixed(): boolean {
    const { day, board } = this.#at.view()?.state.settings ?? {};
    return Boolean(day ?? board) && !this.#player.begun;
  }

  /** Check the evidence of a deal, and each version of it where there are several. */
  judge(evidence: Evidence): Verdict {
    const known = this.verdicts[evidence.deal];
    if (known?.code === evidenceCode(evidence)) return known;
    const view = this.#at.view();
    const deal = view?.deal?.public;
    const running = view?.state.fair.count === evidence.deal && deal?.phase === 'ended';
    const verdict = this.#player.judge(evidence, running ? deal : null);
    this.verdicts = { ...this.verdicts, [evidence.deal]: verdict };
    this.#weigh();
    return verdict;
  }

  /** Do this browser's part in what the table does now. */
  follow(): void {
    if (!this.tellChecker()) return;
    this.#weigh();
    void this.#askForEvidence();
  }

  /** Tell the checker where the deal stands; false where this browser has no part in it. */
  tellChecker(): boolean {
    const view = this.#at.view();
    if (view === null || view.seat === null) return false;
    const { state } = view;
    if (this.fixed) return false;
    const mine = state.seats[view.seat];
    this.#player.follow({
      table: state.table,
      ...state.fair,
      rules: plainOnce(state.settings.rules),
      seat: view.seat,
      hand: view.deal?.own?.dealt ?? null,
      play: view.deal?.own ? playOf(view.deal.public, view.deal.own) : null,
      present: mine?.kind === 'player' && !mine.stand_in,
      scored: state.deals.map(({ count }) => count),
    });
    return true;
  }

  /** What is to be said of each deal by now: a later one can cast doubt on it, or clear it. */
  #weigh(): void {
    const before = Object.values(this.standings).some(({ fairness }) => fairness === 'breach');
    this.standings = Object.fromEntries(
      Object.entries(this.verdicts).map(([count, verdict]) => [
        count,
        this.#player.standing(verdict),
      ]),
    );
    const breach = Object.values(this.standings).some(({ fairness }) => fairness === 'breach');
    if (breach && !before) toast(t('fair.breach'), 'fault', 60_000);
  }

  /** Ask for the evidence of deals that ended while this page was away, each once a connection. */
  async #askForEvidence(): Promise<void> {
    const missing = this.#player.missing().filter((count) => !this.#askedFor.includes(count));
    this.#askedFor = [...this.#askedFor, ...missing];
    for (const count of missing) {
      const evidence = await evidenceOf(this.#table, count, this.#at.view()?.state.games ?? []);
      if (evidence) this.judge(evidence);
    }
  }
}

/** The play as the checker keeps it. */
function playOf(deal: Public, own: Own): Play {
  const { passing, phase, tricks, leader, trick, captured } = deal;
  const running = leader === null ? [] : [{ leader, cards: trick }];
  return {
    passing,
    passed: own.passed,
    received: own.received,
    left: phase === 'playing' ? own.hand : null,
    plays: [...tricks, ...running].flatMap((each) =>
      each.cards.map((card, place) => `${(each.leader + place) % captured.length}${card}`),
    ),
  };
}

/** Each tab keeps its own numbers: it survives a reload, and no other tab can write over it. */
function shelf(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

const plain = new WeakMap<RuleSet, RuleValues>();

/** Rules in the form that is hashed, once for each object. */
function plainOnce(rules: RuleSet): RuleValues {
  const known = plain.get(rules) ?? { ...plainValues(rules) };
  plain.set(rules, known);
  return known;
}
