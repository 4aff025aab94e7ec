/**
 * Mistakes that the checker could have: each changes one place of its source, and the search has to
 * find it. `find` stands once in the file.
 */

export interface Mutant {
  name: string;
  file: 'checker' | 'conclusion' | 'state';
  find: string;
  put: string;
}

const within = (file: Mutant['file']) => (name: string, find: string, put: string) => ({
  name,
  file,
  find,
  put,
});
const checker = within('checker');
const conclusion = within('conclusion');
const state = within('state');

export const MUTANTS: readonly Mutant[] = [
  state('breaches are not kept', '...state.breaches, { count, breach }', ''),
  checker('deals between two calls are not owed', 'let back = kept;', 'let back = 0;'),
  checker('a deal is forgotten when the next is called', '[...state.owed];', '[];'),
  checker('a number is used for the next deal too', 'null : draw();', "null : 'ab'.repeat(32);"),
  checker(
    'a second lock is opened',
    "return { state: withBreach(state, now.count, 'lock_changed'), send: null };",
    'void 0;',
  ),
  checker('the first lock is not kept', '{ locked: now.contributions }', '{}'),
  checker(
    'a number is shown to any lock',
    'if (part.number === null || part.commitment !== mine) {',
    'if (part.number === null) {',
  ),
  checker('the hand is not kept', '{ hand: part.hand ?? hand, play }', '{}'),
  checker(
    'another hand is shown and passed over',
    'part.hand && !sameCards(part.hand, hand)',
    'false',
  ),
  checker(
    'a hand that is shown early is passed over',
    "after = looked(after, now);\n  if (step === 'idle') return { state: after, send: null };",
    "if (step === 'idle') return { state: after, send: null };\n  if (step === 'settled') after = looked(after, now);",
  ),
  checker(
    'no chain may follow another',
    'if (chain.first_deal < next || state.called >= chain.first_deal)',
    'if (true)',
  ),
  checker(
    'a shown number is not noted',
    '{ revealed: part.revealed ?? { at, done: false } }',
    '{}',
  ),
  checker(
    'all locks are the same',
    'one.every((given, seat) => held(given)',
    'true || ((given, seat) => held(given)',
  ),
  checker('the count stays', "called: count, step: 'committing'", "step: 'committing'"),
  checker(
    'every lock is another',
    'held(given) === held(other[seat])',
    'held(given) !== held(other[seat])',
  ),
  conclusion(
    'nothing is compared',
    'if (part) for (const breach of comparisons(part, evidence)) breaches.add(breach);',
    '',
  ),
  conclusion('another hand is passed over', "yield 'hand_differs'", 'return'),
  conclusion('deals that are owed are not waited for', 'missing.length === 0 && ', ''),
  conclusion('the deal just before is not waited for', 'other < count)', 'other < count - 1)'),
  conclusion('deals that were dropped are passed over', ' && dropped.length === 0', ''),
  conclusion('evidence that is shown is still owed', 'one.count !== count', 'true'),
  conclusion('evidence of one deal answers for all', 'one.count !== count', 'false'),
  conclusion(
    'only the deal just before counts as dropped',
    'unplayed.has(before); before -= 1',
    'unplayed.get(before); before -= 1',
  ),
  conclusion('a deal without the number is fair', "verdict.numbers === 'mine' && ", ''),
  conclusion(
    'any part is taken for a number',
    'if (part && isMine(part, evidence.contributions)) return',
    'if (part) return',
  ),
  conclusion(
    'breaches of other deals are passed over',
    'state.breaches.length > 0 || verdict.faults.length > 0',
    'verdict.faults.length > 0',
  ),
  checker('the score sheet is not looked at', 'played === null && scored.includes(count)', 'false'),
  checker(
    'a deal on the score sheet was played, dealt or not',
    'played: one.part !== null && wasDealt(one.part)',
    'played: true',
  ),
  checker(
    'a hand that was shown early was dealt',
    'settled !== null && hand !== null',
    'hand !== null',
  ),
  checker(
    'a deal may be scored first and dealt then',
    'played === null && scored.includes(count)',
    'played !== true && scored.includes(count)',
  ),
  conclusion(
    'a deal that was not seen played is taken for played',
    'owed && !owed.played',
    'false',
  ),
  conclusion(
    'nobody remembers that a number was shown',
    'part !== null && part.revealed !== null',
    'false',
  ),
];
