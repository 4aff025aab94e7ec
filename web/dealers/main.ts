/**
 * The search of `make dealers`, as one process of several: `main.js RULES DEPTH FROM PART PARTS`,
 * with `first` behind it to stop at the first failure.
 *
 * RULES is a file of vectors. The ways of three acts are numbered; this process tries those from
 * FROM on whose number leaves PART when divided by PARTS, and everything shorter where PART is 0.
 * Writes a line of JSON for each, with the figures so far.
 */

import { readFileSync } from 'node:fs';
import type { RuleValues } from '../src/fair/evidence';
import { FAILURES, honestly, Search, ways } from './search';

const BEGINNING = 3;

const [file = '', ...numbers] = process.argv.slice(2);
const first = numbers.at(-1) === 'first';
const [depth = 4, from = 0, part = 0, parts = 1] = numbers.map(Number);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as {
  deals: { evidence: { rules: RuleValues } }[];
};
const { rules } = vectors.deals[0]!.evidence;

const search = new Search(rules, depth, first);
const beginnings = ways(rules, BEGINNING);
const report = (number: number) =>
  process.stdout.write(`${JSON.stringify({ number, of: beginnings.length, ...search.found })}\n`);

if (part === 0 && from === 0) {
  const short = new Search(rules, BEGINNING);
  short.run();
  search.found.sequences += short.found.sequences;
  search.found.biased += short.found.biased;
  for (const kind of FAILURES) search.found[kind].push(...short.found[kind]);
  // Longer than any search: three deals, and the next chain.
  search.found.accused.push(...honestly(rules, 5));
  report(-1);
}
for (const [number, { world, way }] of beginnings.entries()) {
  if (number < from || number % parts !== part || (first && search.failed)) continue;
  search.run(world, way);
  report(number);
}
