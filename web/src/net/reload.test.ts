import { expect, test, vi } from 'vitest';
import { reloadOnce } from './reload';

test('a page reloads itself once', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
  const reload = vi.fn();
  expect([reloadOnce(storage, reload), reloadOnce(storage, reload)]).toEqual([true, false]);
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that can keep nothing stays as it is', () => {
  const refuse = (): never => {
    throw new DOMException('denied');
  };
  const reload = vi.fn();
  expect(reloadOnce({ getItem: refuse, setItem: refuse }, reload)).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
