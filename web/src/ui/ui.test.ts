import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet, flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { announce, said } from './announce.svelte';
import Card from './Card.svelte';
import Dialog from './Dialog.svelte';
import { PIPS } from './cards/suits';
import Menu from './Menu.svelte';
import Stepper from './Stepper.svelte';
import Tabs from './Tabs.svelte';

test('a card is an image with its name, or silent within a button that has it', () => {
  render(Card, { card: 'QS' });
  expect(screen.getByRole('img', { name: 'queen of spades' })).toBeTruthy();
  render(Card, { card: 'TC', silent: true });
  expect(screen.queryByRole('img', { name: '10 of clubs' })).toBeNull();
  expect(document.querySelector('[data-card=TC]')?.textContent).toContain('10');
});

test.each(['2', '3', '4', '5', '6', '7', '8', '9'])('the %s shows as many signs', (rank) => {
  expect(PIPS[rank]).toHaveLength(Number(rank));
});

test('the ace shows one sign, the ten ten', () => {
  expect([PIPS['A']?.length, PIPS['T']?.length]).toEqual([1, 10]);
});

test('tabs are gone through by arrows, round and round', async () => {
  const tabs = ['a', 'b', 'c'].map((name) => ({ name, text: name.toUpperCase() }));
  const children = createRawSnippet<[string]>((name) => ({
    render: () => `<p>panel ${name()}</p>`,
  }));
  render(Tabs, { label: 'Letters', tabs, selected: 'a', children });
  const selected = () => screen.getByRole('tab', { selected: true }).textContent?.trim();
  const list = screen.getByRole('tablist');
  const press = (key: string) => fireEvent.keyDown(list, { key });
  await press('ArrowLeft');
  expect(selected()).toBe('C');
  await press('ArrowRight');
  expect(selected()).toBe('A');
  await press('End');
  expect(selected()).toBe('C');
  expect(document.activeElement?.textContent?.trim()).toBe('C');
});

test('a menu opens on its first entry, acts once and gives the focus back', async () => {
  const act = vi.fn();
  const items = [
    { text: 'First', act: vi.fn() },
    { text: 'Second', act },
    { text: 'Never', disabled: true, act },
  ];
  render(Menu, { label: 'More', items });
  const button = screen.getByRole('button', { name: 'More' });
  await fireEvent.click(button);
  expect(document.activeElement?.textContent).toContain('First');
  await fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  await fireEvent.click(document.activeElement!);
  expect(act).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
  expect(screen.queryByRole('menu')).toBeNull();
  await fireEvent.click(button);
  await fireEvent.click(screen.getByText('Never'));
  expect(act).toHaveBeenCalledOnce();
});

test('a stepper keeps to its limits, however the number comes', async () => {
  render(Stepper, { label: 'Seconds', value: 595, least: 5, most: 600, step: 10 });
  const field = screen.getByLabelText<HTMLInputElement>('Seconds');
  await fireEvent.click(screen.getByRole('button', { name: 'more: Seconds' }));
  expect(field.value).toBe('600');
  await fireEvent.input(field, { target: { value: '-3' } });
  await fireEvent.change(field);
  expect(field.value).toBe('5');
  await fireEvent.input(field, { target: { value: '' } });
  await fireEvent.change(field);
  expect(field.value).toBe('5');
});

test('the same words are announced twice when they are said twice', () => {
  announce('Your turn');
  const first = said.polite;
  announce('Your turn');
  flushSync();
  expect(said.polite).not.toBe(first);
  expect(said.polite.trim()).toBe('Your turn');
});

test('a dialog without a way out is there again when the browser closes it', async () => {
  const shown = vi.fn(function (this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.showModal = shown;
  const onclose = vi.fn();
  const children = createRawSnippet(() => ({ render: () => '<p>Write it down.</p>' }));
  render(Dialog, { open: true, stubborn: true, title: 'Your code', onclose, children });
  const dialog = screen.getByRole<HTMLDialogElement>('dialog');
  dialog.open = false;
  await fireEvent(dialog, new Event('close'));
  expect([dialog.open, shown.mock.calls.length, onclose.mock.calls.length]).toEqual([true, 2, 0]);
  expect(document.activeElement).toBe(dialog);
});

test('a dialog without a way out has the focus itself, and no ring lies on its text', () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  const children = createRawSnippet(() => ({ render: () => '<p>Choose.</p>' }));
  render(Dialog, { open: true, stubborn: true, title: 'Shooting the moon', children });
  expect(document.activeElement).toBe(screen.getByRole('dialog'));
});
