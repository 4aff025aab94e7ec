/** Evidence of deals: its form, and files of it read whole or refused. */

import { isHex32, isTableName } from './bytes';

export interface Chain {
  anchor: string;
  length: number;
  first_deal: number;
}

export type Contribution =
  | { kind: 'bot' }
  | { kind: 'absent' }
  | { kind: 'withheld'; commitment: string }
  | { kind: 'revealed'; commitment: string; reveal: string };

export type RuleValues = Record<string, unknown>;

/** One deal under the protocol; see docs/fair-deals.md. */
export interface Evidence {
  protocol: 'GZH1';
  table: string;
  chain: Chain;
  deal: number;
  ended: 'played' | 'aborted';
  previous: string;
  secret: string;
  contributions: Contribution[];
  rules: RuleValues;
  dealer_seed: string;
  hands: string[][];
}

/** Why a file is no evidence. `line` counts from 1; 0: the whole file. */
export interface Unreadable {
  problem: 'empty' | 'not_json' | 'not_object' | 'field' | 'missing' | 'unknown';
  line: number;
  field: string;
}

/** Thrown for a file that is no evidence. */
export class EvidenceError extends Error {
  constructor(readonly fault: Unreadable) {
    super(`${fault.problem} ${fault.field} (line ${fault.line})`);
  }
}

const LAST_DEAL = 2 ** 32 - 1;
const CARD = /^[2-9TJQKA][CDHS]$/;

const whole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

const FIELDS: Readonly<Record<keyof Evidence, (value: unknown) => boolean>> = {
  protocol: (value) => value === 'GZH1',
  table: isTableName,
  chain: isChain,
  deal: (value) => whole(value, 1, LAST_DEAL),
  ended: (value) => value === 'played' || value === 'aborted',
  previous: isHex32,
  secret: isHex32,
  contributions: (value) => Array.isArray(value) && value.every(isContribution),
  rules: (value) => isRecord(value) && Object.values(value).every(isRuleValue),
  dealer_seed: isHex32,
  hands: (value) => Array.isArray(value) && value.every(isHand),
};

/** True if a deal is told of in the form of the protocol, as far as it is kept. */
export function isCall(told: {
  chain: unknown;
  count: unknown;
  previous: unknown;
  contributions: unknown;
}): boolean {
  const { chain, count, previous, contributions } = told;
  return (
    isChain(chain) &&
    FIELDS.deal(count) &&
    (previous === null || isHex32(previous)) &&
    (contributions === null || FIELDS.contributions(contributions))
  );
}

/** The deals in a file: one JSON object, or one on each line. Throws EvidenceError. */
export function readEvidence(file: string): Evidence[] {
  const lines = file
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, place) => ({ line: line.trim(), number: place + 1 }))
    .filter(({ line }) => line !== '');
  if (lines.length === 0) throw new EvidenceError({ problem: 'empty', line: 0, field: '' });
  if (lines.length === 1 || !lines[0]!.line.endsWith('}') || isJson(file))
    return [readDeal(file.replace(/^\uFEFF/, ''), 0)];
  return lines.map(({ line, number }) => readDeal(line, number));
}

/** The text of a file of evidence: one line for each deal. */
export function writeEvidence(deals: readonly Evidence[]): string {
  return deals.map((deal) => JSON.stringify(deal) + '\n').join('');
}

function readDeal(text: string, line: number): Evidence {
  const refuse = (problem: Unreadable['problem'], field = ''): never => {
    throw new EvidenceError({ problem, line, field });
  };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse('not_json');
  }
  const misfit = misfitOf(value);
  if (misfit) return refuse(misfit.problem, misfit.field);
  return value as Evidence;
}

/** True if this has the form of evidence; what the table tells has no form yet. */
export function isEvidence(value: unknown): value is Evidence {
  return misfitOf(value) === null;
}

function misfitOf(value: unknown): Omit<Unreadable, 'line'> | null {
  if (!isRecord(value)) return { problem: 'not_object', field: '' };
  for (const key of Object.keys(value))
    if (!Object.hasOwn(FIELDS, key)) return { problem: 'unknown', field: key };
  for (const [key, fits] of Object.entries(FIELDS)) {
    if (!(key in value)) return { problem: 'missing', field: key };
    if (!fits(value[key])) return { problem: 'field', field: key };
  }
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasJust(value: Record<string, unknown>, ...keys: string[]): boolean {
  return Object.keys(value).sort().join() === keys.sort().join();
}

function isChain(value: unknown): boolean {
  return (
    isRecord(value) &&
    hasJust(value, 'anchor', 'length', 'first_deal') &&
    isHex32(value['anchor']) &&
    whole(value['length'], 1, 100) &&
    whole(value['first_deal'], 1, LAST_DEAL)
  );
}

function isContribution(value: unknown): boolean {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'bot':
    case 'absent':
      return hasJust(value, 'kind');
    case 'withheld':
      return hasJust(value, 'kind', 'commitment') && isHex32(value['commitment']);
    case 'revealed':
      return (
        hasJust(value, 'kind', 'commitment', 'reveal') &&
        isHex32(value['commitment']) &&
        isHex32(value['reveal'])
      );
    default:
      return false;
  }
}

function isRuleValue(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    Number.isInteger(value) ||
    typeof value === 'string' ||
    (Array.isArray(value) && value.every(isRuleValue)) ||
    (isRecord(value) && Object.values(value).every(isRuleValue))
  );
}

function isHand(value: unknown): boolean {
  return Array.isArray(value) && value.every((card) => typeof card === 'string' && CARD.test(card));
}
