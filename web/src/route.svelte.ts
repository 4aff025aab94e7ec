import { tick } from 'svelte';
import { writePlace } from './place.svelte';
import { match, type Route } from './router';

let path = $state(location.pathname);
const current = $derived(match(path));

/** The route that is shown now; reading it in a component follows it. */
export const route = {
  get now(): Route {
    return current;
  },
};

/** What the browser keeps with an address: the one before, if that is of this site. */
interface Kept {
  from: string;
}

/** Go to an address of this site; `replace` leaves no step back to the page before. */
export function goto(to: string, options: { replace?: boolean } = {}): void {
  writePlace();
  if (options.replace) history.replaceState(history.state, '', to);
  else history.pushState({ from: address() } satisfies Kept, '', to);
  path = location.pathname;
  scrollTo(0, 0);
}

/** Who is on another part of a page is put at its beginning: what was pressed is gone. */
export async function toBeginning(): Promise<void> {
  scrollTo(0, 0);
  await tick();
  document.getElementById('main')?.focus({ preventScroll: true });
}

const address = () => location.pathname + location.search + location.hash;

/** The address that one came from, or another one where that is not of this site. A link to it is a
 * step back. */
export function cameFrom(otherwise: string): string {
  return (history.state as Kept | null)?.from ?? otherwise;
}

/** Follow the browser's back button and plain clicks on links within the site. */
export function listen(): () => void {
  const moved = () => (path = location.pathname);
  addEventListener('popstate', moved);
  document.addEventListener('click', clicked);
  return () => {
    removeEventListener('popstate', moved);
    document.removeEventListener('click', clicked);
  };
}

function clicked(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
  // The browser goes there itself, and says so; `#` alone is the page without a place.
  if (link.pathname === location.pathname && link.href.includes('#')) return;
  event.preventDefault();
  const to = link.pathname + link.search + link.hash;
  if (to === cameFrom('')) history.back();
  else goto(to);
}
