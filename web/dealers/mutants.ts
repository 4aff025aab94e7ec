/**
 * Mistakes that the checker could have: each changes one place of its source, and the search has to
 * find it. `find` stands once in the file.
 */

export interface Mutant {
  name: string;
  file: 'checker' | 'conclusion';
  find: string;
  put: string;
}

const checker = (name: string, find: string, put: string): Mutant => ({
  name,
  file: 'checker',
  find,
  put,
});
const conclusion = (name: string, find: string, put: string): Mutant => ({
  name,
  file: 'conclusion',
  find,
  put,
});

export const MUTANTS: readonly Mutant[] = [
  checker('breaches are not kept', '...state.breaches, { count, breach }', ''),
  checker(
    'a step back is passed over',
    "if (RANK[step] < RANK[state.step]) return withBreach(state, count, 'stepped_back');",
    '',
  ),
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
  checker(
    'a settlement that is not the lock is passed over',
    "if (part.locked && !sameLock(part.locked, contributions))\n      after = withBreach(after, count, 'lock_changed');",
    '',
  ),
  checker('the settlement is not kept', '{ settled: contributions, settledAt: at }', '{}'),
  checker('the hand is not kept', '{ hand: [...hand] }', '{}'),
  checker(
    'another chain for the same deals is taken',
    'if (chain.first_deal < next || state.called >= chain.first_deal)',
    'if (false)',
  ),
  checker(
    'the first chain may not be followed by another',
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
    'one.length === other.length && one.every((given, seat) => held(given) === held(other[seat]))',
    'one.length === other.length',
  ),
  checker(
    'the count stays',
    "{ ...state, called: count, step: 'committing', chain, owed }",
    "{ ...state, step: 'committing', chain, owed }",
  ),
  checker(
    'every lock is another',
    'held(given) === held(other[seat])',
    'held(given) !== held(other[seat])',
  ),
  conclusion(
    'faults of the sums are passed over',
    "if (faults.length > 0) breaches.add('sums');",
    '',
  ),
  conclusion(
    'nothing is compared',
    'if (part) for (const breach of comparisons(part, evidence)) breaches.add(breach);',
    '',
  ),
  conclusion('another hand is passed over', "yield 'hand_differs'", 'return'),
  conclusion('other numbers than were settled are passed over', "yield 'numbers_differ'", 'return'),
  conclusion('deals that are owed are not waited for', 'missing.length === 0 && ', ''),
  conclusion('deals that were dropped are passed over', ' && dropped.length === 0', ''),
  conclusion('evidence that is shown is still owed', 'owed.count !== count', 'true'),
  conclusion(
    'only the deal just before counts as dropped',
    'unplayed.has(before); before -= 1',
    'unplayed.get(before); before -= 1',
  ),
  conclusion('a deal without the number is fair', "verdict.numbers === 'mine' && ", ''),
  conclusion(
    'breaches of other deals are passed over',
    'state.breaches.length > 0 || verdict.faults.length > 0',
    'verdict.faults.length > 0',
  ),
  conclusion(
    'a deal that was left is taken for played',
    'count < state.called && !scored.includes(count)',
    'false',
  ),
];
