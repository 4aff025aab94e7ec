/** The protocol of fair deals, GZH1, in the browser. */

export { checkDeal, checkDeals, checkEvidence, STEPS } from './check';
export type { FairFault, Report, Step, TableSummary } from './check';
export type { FairMessage, FairNow, Outcome } from './checker';
export { evidenceCode } from './conclusion';
export type { Seen, Standing, Verdict } from './conclusion';
export { EvidenceError, readEvidence, writeEvidence } from './evidence';
export type { Chain, Contribution, Evidence, RuleValues, Unreadable } from './evidence';
export { FairMemory } from './memory';
export { FairPlayer } from './player';
export { BREACHES } from './state';
export type { Breach, NotedBreach, Numbers, Play, Unused } from './state';
export { faultText } from './words';
