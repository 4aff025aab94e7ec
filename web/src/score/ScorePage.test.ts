import { configure, fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import ScorePage from './ScorePage.svelte';
import { keptBooks } from './shelf';

await addTopics('score', 'editor');

// Roles and names are looked up slowly here; those of cards and players are in their labels.
const card = (code: string) =>
  document.querySelector<HTMLElement>(`.pool[role=group] > button:has([data-card="${code}"])`)!;
const player = (pile: number) => document.querySelector<HTMLElement>(`[data-pile="${pile}"]`)!;
const click = (element: HTMLElement) => fireEvent.click(element);

vi.setConfig({ testTimeout: 30_000 });
configure({ asyncUtilTimeout: 20_000 });

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('scrollTo', () => undefined);
  HTMLDialogElement.prototype.showModal ??= function () {
    this.open = true;
  };
  location.hash = '#new';
});

async function begin() {
  render(ScorePage);
  const fields = await screen.findAllByRole('textbox');
  for (const [seat, name] of ['Ann', 'Bo', 'Cy', 'Di'].entries()) {
    await fireEvent.input(fields[seat]!, { target: { value: name } });
  }
  await click(screen.getByRole('button', { name: 'Start' }));
  await screen.findByText('Game 1 · Deal 1');
}

test('a deal is tapped in, counted, and put right', async () => {
  await begin();
  await click(card('QS'));
  await click(player(0));
  expect(card('QS').getAttribute('aria-label')).toContain('taken by Ann');
  await click(screen.getByRole('button', { name: 'All hearts' }));
  await click(player(1));
  await click(player(2));
  expect(player(2).textContent).toContain('+200');
  await click(screen.getByRole('button', { name: 'Save the deal' }));
  expect(keptBooks(localStorage)[0]!.book.deals).toHaveLength(1);
  const totals = () =>
    [...document.querySelectorAll('tfoot td')].map((td) => td.textContent?.trim());
  expect(totals()).toEqual(['−100', '200', '200', '0']);
  await click(screen.getByRole('button', { name: 'Correct it' }));
  await click(card('QS'));
  await click(player(3));
  await click(screen.getByRole('button', { name: 'Save the deal' }));
  await waitFor(() => expect(totals()).toEqual(['0', '200', '200', '−100']));
  await click(screen.getByRole('button', { name: 'Undo' }));
  expect(card('QS').getAttribute('aria-label')).toContain('taken by Di');
  await click(screen.getByRole('button', { name: 'Leave it as it was' }));
  await click(screen.getByRole('tab', { name: 'Scores' }));
  expect(totals()).toEqual(['−100', '200', '200', '0']);
});

test('the forfeit is changed after the book was begun, and taken back', async () => {
  await begin();
  const forfeit = () => keptBooks(localStorage)[0]!.book.forfeit;
  const change = async (typed: string) => {
    await click(screen.getByRole('button', { name: 'Parts of the scorebook' }));
    await click(await screen.findByRole('menuitem', { name: 'Change the forfeit' }));
    const field = await screen.findByLabelText('Forfeit for losers', { selector: 'input' });
    await fireEvent.input(field, { target: { value: typed } });
    await click(screen.getByRole('button', { name: 'Save', hidden: true }));
  };
  expect(forfeit()).toBeUndefined();
  await change(' 钻  桌子 ');
  expect(forfeit()).toBe('钻 桌子');
  await change('');
  expect(forfeit()).toBeUndefined();
  await click(screen.getByRole('button', { name: 'Undo' }));
  expect(forfeit()).toBe('钻 桌子');
  await click(screen.getByRole('button', { name: 'Undo' }));
  expect(forfeit()).toBeUndefined();
});

test('cards that are left over are asked about', async () => {
  await begin();
  await click(card('QS'));
  await click(player(0));
  await click(screen.getByRole('button', { name: 'Save the deal' }));
  expect(keptBooks(localStorage)[0]!.book.deals).toHaveLength(0);
  await click(await screen.findByRole('button', { name: 'Save without them', hidden: true }));
  expect(keptBooks(localStorage)[0]!.book.deals).toHaveLength(1);
});

test('keys give cards to players', async () => {
  await begin();
  await fireEvent.keyDown(window, { key: 'h' });
  await fireEvent.keyDown(window, { key: '4' });
  expect(card('AH').getAttribute('aria-label')).toContain('taken by Di');
  expect(keptBooks(localStorage)[0]!.draft?.owners).toMatchObject({ AH: 3, '2H': 3 });
});
