import { afterEach, expect, test, vi } from 'vitest';
import { wayBack } from './replay/way-back';
import { addTopics } from './i18n';
import { goto, listen } from './route.svelte';

await addTopics('replay');

afterEach(() => vi.restoreAllMocks());

function follow(href: string) {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}

test('a link to where one came from is a step back, and is called by it', () => {
  vi.stubGlobal('scrollTo', () => undefined);
  const deaf = listen();
  const back = vi.spyOn(history, 'back').mockReturnValue();
  history.replaceState(null, '', '/games');
  expect(wayBack('/replay/g1')).toMatchObject({ href: '/replay/g1', text: 'Back to the replay' });
  goto('/review/g1?deal=2');
  expect(wayBack('/replay/g1')).toMatchObject({ href: '/games', text: 'Back to your games' });
  follow('/learn');
  expect(back).not.toHaveBeenCalled();
  expect(wayBack('/')).toMatchObject({ href: '/review/g1?deal=2', text: 'Back to the review' });
  follow('/review/g1?deal=2');
  expect(back).toHaveBeenCalledOnce();
  expect(location.pathname).toBe('/learn');
  deaf();
});
