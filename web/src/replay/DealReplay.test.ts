import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import type { DealSheet } from '../wire/types';
import DealReplay from './DealReplay.svelte';

await addTopics('replay');

const sheets = (
  JSON.parse(readFileSync('../tests/web/replay_vectors.json', 'utf8')) as { sheet: DealSheet }[]
).map(({ sheet }) => sheet);
const hearts = sheets.find(({ record }) => record.preset === 'hearts-choice')!;
const press = (key: string) => fireEvent.keyDown(window, { key });
const hand = (name: string) =>
  [...screen.getByLabelText(`${name}’s hand`).querySelectorAll('[data-card]')].length;

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));

test('keys go card by card, trick by trick, to both ends and beyond', async () => {
  const names = hearts.record.players;
  const onbeyond = vi.fn();
  render(DealReplay, { sheet: hearts, names, onbeyond });
  const place = () => screen.getByRole('slider').getAttribute('aria-valuetext');
  expect(place()).toBe('Step 1 of 56');
  await press('ArrowRight');
  expect(screen.getByText('Passed')).toBeTruthy();
  await press('ArrowRight');
  expect(place()).toBe('Step 3 of 56');
  await press('ArrowRight');
  expect(names.map(hand).sort()).toEqual([12, 13, 13, 13]);
  await press('ArrowDown');
  expect(names.map(hand)).toEqual([12, 12, 12, 12]);
  await press('ArrowLeft');
  expect(names.map(hand).sort()).toEqual([12, 12, 12, 13]);
  await press('End');
  expect(screen.getByText('Result of the deal')).toBeTruthy();
  expect(onbeyond).not.toHaveBeenCalled();
  await press('ArrowRight');
  expect(onbeyond).toHaveBeenCalledOnce();
  await press('Home');
  expect(place()).toBe('Step 1 of 56');
});

test('one seat’s view shows that hand alone, and no trick before it is played', async () => {
  const names = hearts.record.players;
  render(DealReplay, { sheet: hearts, names, seat: 2, at: '0' });
  expect(hand(names[2]!)).toBe(13);
  expect(screen.queryByLabelText(`${names[0]}’s hand`)).toBeNull();
  const texts = [...screen.getByRole<HTMLSelectElement>('combobox').options].map(
    ({ text }) => text,
  );
  expect(texts).toContain('Trick 13');
  await press('End');
  expect(screen.getByLabelText(`${names[0]}’s hand`)).toBeTruthy();
});

test.each(sheets.map((sheet) => ({ name: sheet.record.preset, sheet })))(
  'the result of $name stands at its end',
  ({ sheet }) => {
    render(DealReplay, { sheet, names: sheet.record.players, at: 'end' });
    for (const line of sheet.piles.flatMap(({ lines }) => lines)) {
      // What counts, and its figure at the end of the row.
      expect(document.body.textContent).toContain(line.replace(/: (?=[^:]*$)/, ' '));
    }
  },
);
