import { expect, test } from 'vitest';
import { addressOf, packed, readAddress, type Address } from './address';

const FORK: Address = {
  origin: { game: 'abc', record: '', deal: 3, ply: 12 },
  terms: {
    seat: 2,
    hidden: 'redrawn',
    seed: 'k3',
    levels: ['novice', 'steady', 'strong', 'master'],
  },
  actions: [
    { seat: 0, action: { type: 'pass', cards: ['QS', 'TC', 'AH'] } },
    { seat: 1, action: { type: 'expose', modes: { QS: 'down', AH: 'up' } } },
    { seat: 3, action: { type: 'expose', modes: {} } },
    { seat: 2, action: { type: 'play', card: 'TD' } },
    { seat: 0, action: { type: 'claim' } },
    { seat: 1, action: { type: 'moon', choice: 'self' } },
  ],
};

const hashOf = (address: string) => address.slice(address.indexOf('#'));

test('an address holds all of a fork', async () => {
  const address = addressOf(FORK);
  expect(address).toBe(
    '/fork/abc#deal=3&ply=12&seat=2&hands=redrawn&seed=k3&levels=novice.steady.strong.master' +
      '&moves=p0QSTCAH-e1QSdAHu-e3-2TD-c0-m1self',
  );
  expect(await readAddress('abc', hashOf(address))).toEqual(FORK);
});

test('the record of a file goes along', async () => {
  const record = `{"format":1,"players":["小王"],"plays":"${'QS '.repeat(300)}"}\n`;
  const open: Address = {
    origin: { game: '', record, deal: 1, ply: 0 },
    terms: { seat: null, hidden: 'kept', seed: 'x', levels: [] },
    actions: [],
  };
  const address = addressOf(open, await packed(record));
  expect(address.length).toBeLessThan(300);
  expect(await readAddress(null, hashOf(address))).toEqual(open);
});

test('what is wrong is left out', async () => {
  const empty = {
    origin: { game: '', record: '', deal: 1, ply: 0 },
    terms: { seat: null, hidden: 'kept', seed: '', levels: [] },
    actions: [],
  };
  expect(await readAddress(null, '')).toEqual(empty);
  expect(
    await readAddress(null, '#deal=-1&ply=x&seat=99999999&seed=<b>&levels=A&moves=zz-&record=%%'),
  ).toEqual(empty);
});
