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

/** Go to an address of this site; `replace` leaves no step back to the page before. */
export function goto(to: string, options: { replace?: boolean } = {}): void {
  writePlace();
  if (options.replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  path = location.pathname;
  scrollTo(0, 0);
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
  goto(link.pathname + link.search + link.hash);
}
