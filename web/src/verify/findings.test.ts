import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkEvidence, type Evidence } from '../fair';
import example from './example.jsonl?raw';
import { findingsOf, tamperedWith } from './findings';

interface Vectors {
  deals: { name: string; evidence: Evidence }[];
  runs: { name: string; deals: string[] }[];
  wrong: { name: string; evidence: Evidence[]; faults: string[] }[];
}
const vectors = JSON.parse(readFileSync('../tests/dealing/vectors/gzh1.json', 'utf8')) as Vectors;

const findings = (file: string) => {
  const report = checkEvidence(file);
  if (report.kind !== 'checked') throw new Error('not evidence');
  return findingsOf(report.deals, report.faults);
};

test('the example is the published one', () => {
  const run = vectors.runs[0]!.deals.slice(0, 4);
  const wanted = run.map((name) => vectors.deals.find((deal) => deal.name === name)!.evidence);
  expect(findings(example).map(({ deal }) => deal)).toEqual(wanted);
});

test('a sound file holds in every check, and the first deal follows none', () => {
  const [first, second] = findings(example);
  const steps = (finding: typeof first) => finding!.checks.map(({ step }) => step);
  expect(
    findings(example)
      .flatMap(({ checks }) => checks)
      .every(({ held }) => held),
  ).toBe(true);
  expect(steps(first)).not.toContain('continued');
  expect(steps(second)).toContain('continued');
});

test('a number that was tampered with shows where it was', () => {
  const [first, ...others] = findings(tamperedWith(example));
  const failed = first!.checks.filter(({ held }) => !held).map(({ step }) => step);
  expect(failed).toEqual(['commitment', 'seed']);
  expect(others.flatMap(({ faults }) => faults)).toEqual([]);
});

describe('wrong evidence', () => {
  test.each(vectors.wrong)('$name: each fault stands at its deal', ({ evidence, faults }) => {
    const file = evidence.map((deal) => JSON.stringify(deal)).join('\n');
    const found = findings(file);
    const told = found.flatMap(({ deal, faults: mine }) =>
      mine.map(({ step, seat }) => `${deal.deal} ${step}${seat === null ? '' : ` ${seat}`}`),
    );
    expect(told).toEqual(faults);
    for (const { faults: mine, checks } of found) {
      const failed = checks.filter(({ held }) => !held).map(({ step }) => step);
      expect(new Set(failed)).toEqual(new Set(mine.map(({ step }) => step)));
    }
  });
});
