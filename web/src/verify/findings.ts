/** What a checked file comes to, deal by deal, in the order of the checks. */

import { checkDeal, STEPS, type Evidence, type FairFault, type Step } from '../fair';

/** Those that need a deal before this one in the file. */
const FOLLOWING: readonly Step[] = ['count', 'chain', 'continued'];
/** Those that cannot be done where one before them failed. */
const AFTER_RULES: readonly Step[] = ['contributions', 'commitment', 'seed', 'hands'];

export interface Finding {
  deal: Evidence;
  faults: FairFault[];
  /** Every check that was made, and whether it held. */
  checks: { step: Step; held: boolean }[];
}

/** The faults of a file shared out to its deals: both are in the same order. */
export function findingsOf(deals: readonly Evidence[], faults: readonly FairFault[]): Finding[] {
  const before = new Map<string, Evidence>();
  const left = [...faults];
  return deals.map((deal) => {
    const last = before.get(deal.table);
    before.set(deal.table, deal);
    const mine = left.splice(0, checkDeal(deal).length);
    while (left[0] && isOf(left[0], deal, last)) mine.push(left.shift()!);
    return { deal, faults: mine, checks: checksOf(deal, last, mine) };
  });
}

/** Whether the next fault is one of this deal's place among others. The same deal may stand in a
 * file twice, and then the second one does not follow the first. */
function isOf(fault: FairFault, deal: Evidence, last: Evidence | undefined): boolean {
  if (fault.table !== deal.table || fault.deal !== deal.deal) return false;
  if (fault.step === 'count') return last !== undefined && deal.deal !== last.deal + 1;
  return FOLLOWING.includes(fault.step) || fault.step === 'public';
}

function checksOf(
  deal: Evidence,
  last: Evidence | undefined,
  faults: readonly FairFault[],
): Finding['checks'] {
  const failed = new Set(faults.map(({ step }) => step));
  const made = STEPS.filter((step) => {
    if (AFTER_RULES.includes(step) && failed.has('rules')) return false;
    if ((step === 'commitment' || step === 'seed') && failed.has('contributions')) return false;
    if (step === 'anchor' && failed.has('place')) return false;
    if (step === 'commitment') return deal.contributions.some(({ kind }) => kind === 'revealed');
    if (!FOLLOWING.includes(step)) return true;
    if (!last) return false;
    return step !== 'continued' || (!failed.has('count') && sameChain(deal, last));
  });
  return made.map((step) => ({ step, held: !failed.has(step) }));
}

function sameChain(one: Evidence, other: Evidence): boolean {
  return one.chain.anchor === other.chain.anchor && one.chain.first_deal === other.chain.first_deal;
}

/** The example with one digit of one player's number changed. */
export function tamperedWith(file: string): string {
  return file.replace(/"reveal":"(.)/, (_, digit: string) => `"reveal":"${digit === '0' ? 1 : 0}`);
}
