/** The published vectors of GZH1: an implementation that agrees with all of them is one of it. */

import { readFileSync } from 'node:fs';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { callOf, checkDeal, checkDeals, checkEvidence, numbersOf } from './check';
import { evidenceCode } from './conclusion';
import { writeEvidence, type Evidence } from './evidence';
import { canonicalRules, previousSecret, rulesHash, seedMessage, shuffleBlock } from './sums';

interface Vectors {
  chains: { last: string; length: number; secrets: string[] }[];
  deals: {
    name: string;
    code: string;
    steps: {
      rules_json: string;
      rules_hash: string;
      seed_message: string;
      shuffle_block_0: string;
    };
    evidence: Evidence;
  }[];
  runs: { name: string; deals: string[] }[];
  wrong: { name: string; faults: string[]; evidence: Evidence[] }[];
}

const vectors = JSON.parse(readFileSync('../tests/dealing/vectors/gzh1.json', 'utf8')) as Vectors;

test.each(vectors.chains)('the chain of length $length leads down to its anchor', (chain) => {
  const down = [chain.last];
  for (let step = 0; step < chain.length; step += 1) down.push(previousSecret(down.at(-1)!));
  expect(down.reverse()).toEqual(chain.secrets);
});

describe.each(vectors.deals)('$name', ({ code, steps, evidence }) => {
  test('comes to the same bytes on the way', () => {
    expect(canonicalRules(evidence.rules)).toBe(steps.rules_json);
    expect(rulesHash(evidence.rules)).toBe(steps.rules_hash);
    const message = seedMessage(callOf(evidence), numbersOf(evidence.contributions));
    expect(bytesToHex(message)).toBe(steps.seed_message);
    expect(bytesToHex(shuffleBlock(evidence.dealer_seed, 0))).toBe(steps.shuffle_block_0);
  });
  test('is sound', () => {
    expect(checkDeal(evidence)).toEqual([]);
    expect(evidenceCode(evidence)).toBe(code);
  });
});

test.each(vectors.runs)('$name: sound, one after the other', ({ deals }) => {
  const run = deals.map((name) => vectors.deals.find((deal) => deal.name === name)!.evidence);
  expect(checkDeals(run)).toEqual([]);
});

test.each(vectors.wrong)('$name is found', ({ faults, evidence }) => {
  const found = checkDeals(evidence).map(
    ({ deal, step, seat }) => `${deal} ${step}${seat === null ? '' : ` ${seat}`}`,
  );
  expect(found).toEqual(faults);
});

describe('a file of evidence', () => {
  const [first, second] = vectors.deals.map((deal) => deal.evidence) as [Evidence, Evidence];

  test('may spread one deal over lines, or hold one on each line', () => {
    expect(checkEvidence(JSON.stringify(first, null, 2))).toMatchObject({ faults: [] });
    const report = checkEvidence('\uFEFF' + writeEvidence([first, second]) + '\n');
    expect(report).toMatchObject({ kind: 'checked', deals: [first, second] });
  });

  test('is summed up for each table', () => {
    expect(checkEvidence(writeEvidence([first]))).toMatchObject({
      tables: [{ table: first.table, first: 1, last: 1, deals: 1, aborted: 0, alone: 0 }],
    });
  });

  test.each([
    ['', { problem: 'empty', line: 0 }],
    ['{"protocol":', { problem: 'not_json', line: 0 }],
    ['[1]', { problem: 'not_object', line: 0 }],
    [writeEvidence([first]) + '{', { problem: 'not_json', line: 2 }],
    [JSON.stringify({ ...first, more: 1 }), { problem: 'unknown', field: 'more' }],
    [JSON.stringify({ ...first, hands: undefined }), { problem: 'missing', field: 'hands' }],
    [
      JSON.stringify({ ...first, secret: first.secret.toUpperCase() }),
      { problem: 'field', field: 'secret' },
    ],
    [
      JSON.stringify({ ...first, contributions: [{ kind: 'bot', reveal: first.secret }] }),
      { problem: 'field', field: 'contributions' },
    ],
  ])('is refused whole: %.20s', (text, fault) => {
    expect(checkEvidence(text)).toMatchObject({ kind: 'unreadable', fault });
  });
});
