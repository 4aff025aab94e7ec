/** The protocol of fair deals, GZH1, in the browser. */

export { checkDeal, checkDeals, checkEvidence, STEPS } from './check';
export type { FairFault, Report, Step, TableSummary } from './check';
export { BREACHES } from './checker';
export type {
  Breach,
  FairMessage,
  FairNow,
  NotedBreach,
  Numbers,
  Outcome,
  Unused,
  Play,
} from './checker';
export { evidenceCode } from './conclusion';
export type { Seen, Standing, Verdict } from './conclusion';
export { EvidenceError, readEvidence, writeEvidence } from './evidence';
export type { Chain, Contribution, Evidence, RuleValues, Unreadable } from './evidence';
export { FairMemory } from './memory';
export { FairPlayer } from './player';
export { faultText } from './words';
