import { render, waitFor } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../i18n';
import TablePage from './TablePage.svelte';

let hellos: { lang: string; since: number | null }[];

class FakeSocket {
  onopen: (() => void) | null = null;
  constructor() {
    queueMicrotask(() => this.onopen?.());
  }
  send(text: string): void {
    const message = JSON.parse(text) as { type: string; lang: string; since: number | null };
    if (message.type === 'hello') hellos.push(message);
  }
  close(): void {
    this.onopen = null;
  }
}

beforeEach(() => {
  hellos = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('fetch', async () => new Response('{}'));
});
afterEach(() => chooseLanguage('en'));

test('another language is asked of the server too, and nothing when none was chosen', async () => {
  render(TablePage, { table: 'kite' });
  const spoken = () => hellos.map(({ lang }) => lang);
  await waitFor(() => expect(spoken()).toEqual(['en']));
  await chooseLanguage('en');
  await chooseLanguage('zh');
  await waitFor(() => expect(spoken()).toEqual(['en', 'zh']));
});
