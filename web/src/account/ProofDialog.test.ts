import { fireEvent, render, screen, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api } from '../net/api';
import { proof } from '../net/proof.svelte';
import type { Account } from '../wire/types';
import ProofDialog from './ProofDialog.svelte';

const PASSKEY = { passkey: 'p', name: 'Phone', made: 1, used: null };
const LINK = { issuer: 'https://id.example', subject: 'ann', made: 1, used: null };

let account: Account;
let proved: boolean;
let sent: string[];

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  account = {
    name: 'Ann',
    made: 1,
    recovery: { active: true, made: 1, used: null, until: null },
    devices: [],
    passkeys: [PASSKEY],
    link: LINK,
    sign_in: { passkeys: 'ready', provider: 'Club' },
    bots: [],
  };
  proved = false;
  sent = [];
  vi.stubGlobal('PublicKeyCredential', vi.fn());
  Object.defineProperty(navigator, 'credentials', { value: {}, configurable: true });
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const path = address.split('?')[0]!;
    if (method === 'POST') sent.push(path);
    if (path === '/api/me/account') return new Response(JSON.stringify(account));
    if (path === '/api/me/proof/code') {
      proved = true;
      return new Response(JSON.stringify({ name: 'Ann', code: 'NEXT', session: 's' }));
    }
    const refused = { code: 'not_proved', text: 'Confirm first.' };
    return proved
      ? new Response(JSON.stringify(account))
      : new Response(JSON.stringify(refused), { status: 403 });
  });
});

afterEach(() => {
  proof.answer(false);
  vi.unstubAllGlobals();
});

/** The ways that the dialog offers. */
async function ways() {
  const dialog = render(ProofDialog);
  await screen.findByText(/Cannot do any of this/);
  const names = screen.getAllByRole('button').map((button) => button.textContent?.trim());
  const typed = screen.queryByLabelText('Your recovery code') !== null;
  dialog.unmount();
  return [...names.filter((name) => name?.startsWith('Confirm with')), typed];
}

test('the ways of the account are offered, and no others', async () => {
  expect(await ways()).toEqual(['Confirm with a passkey', 'Confirm with Club', false]);
  account.link = null;
  expect(await ways()).toEqual(['Confirm with a passkey', false]);
  account.passkeys = [];
  expect(await ways()).toEqual([true]);
});

test('a change waits for the proof, and for the next code to be written down', async () => {
  account.passkeys = [];
  account.link = null;
  const change = api.removePasskey({ passkey: 'p' });
  await waitFor(() => expect(proof.open).toBe(true));
  render(ProofDialog);
  await fireEvent.input(await screen.findByLabelText('Your recovery code'), {
    target: { value: 'OLD' },
  });
  await fireEvent.submit(document.querySelector('form')!);
  expect((await screen.findByRole('status', { name: 'Your recovery code' })).textContent).toBe(
    'NEXT',
  );
  expect(sent).toEqual(['/api/me/passkeys/remove', '/api/me/proof/code']);
  await fireEvent.click(screen.getByRole('button', { name: 'I have written it down' }));
  expect(await change).toEqual(account);
});

test('a code that the change does away with is not shown', async () => {
  account.passkeys = [];
  account.link = null;
  const change = api.signOutOthers();
  await waitFor(() => expect(proof.open).toBe(true));
  render(ProofDialog);
  await screen.findByLabelText('Your recovery code');
  await fireEvent.submit(document.querySelector('form')!);
  await change;
  expect(screen.queryByText('NEXT')).toBeNull();
});

test('who closes the question changes nothing', async () => {
  const change = api.removePasskey({ passkey: 'p' });
  await waitFor(() => expect(proof.open).toBe(true));
  proof.answer(false);
  await expect(change).rejects.toBeInstanceOf(ApiError);
});
