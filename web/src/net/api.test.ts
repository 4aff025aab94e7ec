import { afterEach, expect, test, vi } from 'vitest';
import { chooseLanguage } from '../i18n';
import { api, ApiError, faultText } from './api';

afterEach(async () => {
  vi.unstubAllGlobals();
  await chooseLanguage('en');
});

function answer(status: number, body: string): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(() => Promise.resolve(new Response(body, { status })));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('a call speaks the language that is shown', async () => {
  const fetch = answer(200, '{"name":null}');
  await chooseLanguage('zh');
  await api.introduce({ name: '王' });
  expect(fetch).toHaveBeenCalledWith('/api/me?lang=zh', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Gongzhu-Session': 'none' },
    body: '{"name":"王"}',
  });
});

test('a refusal is told in the words of the server', async () => {
  answer(429, '{"code":"too_many","text":"Too many tables.","faults":[]}');
  const fault = await api.lobby().catch((error) => error);
  expect(fault).toBeInstanceOf(ApiError);
  expect([fault.status, faultText(fault), fault.problem.code]).toEqual([
    429,
    'Too many tables.',
    'too_many',
  ]);
});

test('a page of somebody on the way is told by its number', async () => {
  answer(502, '<html>bad gateway</html>');
  await expect(api.lobby()).rejects.toThrow('error (502)');
});

test('no answer at all is told as such', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
  const fault = await api.lobby().catch((error) => error);
  expect([fault.status, faultText(fault)]).toEqual([
    0,
    'The server does not answer. Are you online?',
  ]);
});
