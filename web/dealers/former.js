/**
 * The checker of an older commit, with the face of today's: `make dealers CHECKER=57ca54d` has the
 * dealer play with it. `former/` is that commit's web/src/fair (see scripts/dealers.mjs).
 */

import { compare, conclude as remember, isFair } from 'former/compare';
import { FairPlayer } from 'former/player';

const faced = (memory) => ({
  memory,
  breaches: memory.deal?.breaches ?? [],
  owed: memory.deal ? [{ count: memory.deal.count, part: memory.deal }] : [],
});

export const FRESH = faced({ chain: null, last: null, deal: null });

/** What a page keeps, from `state` on. */
function kept(state) {
  let { memory } = state;
  return { read: () => memory, write: (next) => (memory = next) };
}

export function follow(state, now, draw) {
  const memory = kept(state);
  let send = null;
  const ways = {
    send: (message) => {
      send = message;
      return new Promise(() => {}); // what comes of it is told to `answered`
    },
    random: () => Uint8Array.from(draw().match(/../g), (pair) => parseInt(pair, 16)),
  };
  new FairPlayer(memory, ways).follow(now);
  return { state: faced(memory.read()), send };
}

export function answered(state, message, outcome) {
  const { deal } = state.memory;
  const commits = message.type === 'commit';
  if (deal?.count !== message.count) return state;
  const taken = commits && outcome.refused === 'committed_already';
  if (outcome !== 'done' && !taken) return state;
  const done = commits ? { committed: true } : { shown: true };
  const news = taken ? { number: null, commitment: null } : done;
  return faced({ ...state.memory, deal: { ...deal, ...news } });
}

export function conclude(state, table, evidence, seen) {
  const memory = kept(state);
  const verdict = compare(evidence, memory, seen);
  remember(evidence, memory);
  return { state: faced(memory.read()), verdict };
}

export function standingOf(state, verdict) {
  if (!isFair(verdict)) return { fairness: 'breach' };
  // Of a deal without any player's number it said so.
  return { fairness: verdict.numbers === 'dealer' ? 'unproven' : 'fair' };
}
