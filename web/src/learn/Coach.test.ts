import { render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import { addTopics } from '../i18n';
import Coach from './Coach.svelte';
import { Lesson, type LessonData } from './lesson.svelte';

await addTopics('learn');

test('what came of a move is said when its cards lie, and one goes on from there', async () => {
  const step = { name: 'lead', scene: 0, ask: { kind: 'play' }, do: ['QS'] };
  const lesson = new Lesson(
    { scenes: [], steps: [step, step] } as unknown as LessonData,
    0,
    () => '',
  );
  const words = {
    lead: { title: 'Lead', say: 'Lead the queen.', then: 'She is gone.', illegal: {} },
  };
  lesson.done = true;
  const props = { lesson, words, game: 'gongzhu' as const, onkeys: vi.fn() };
  const { rerender } = render(Coach, { ...props, behind: true });
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next' });
  expect(screen.getByText('Lead the queen.')).toBeTruthy();
  expect(next.disabled).toBe(true);
  await rerender({ ...props, behind: false });
  expect(screen.getByText('She is gone.')).toBeTruthy();
  expect(next.disabled).toBe(false);
});
