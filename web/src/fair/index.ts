/** The protocol of fair deals, GZH1, in the browser. */

export { checkDeal, checkDeals, checkEvidence, STEPS } from './check';
export type { FairFault, Report, Step, TableSummary } from './check';
export { EvidenceError, readEvidence, writeEvidence } from './evidence';
export type { Chain, Contribution, Evidence, RuleValues, Unreadable } from './evidence';
export { compare, conclude, isFair } from './compare';
export type { Seen, Verdict } from './compare';
export { FairMemory } from './memory';
export type { Breach } from './memory';
export { FairPlayer } from './player';
export type { FairMessage, FairNow, Outcome } from './player';
export { faultText } from './words';
