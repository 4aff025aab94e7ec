/* The service worker: pages open without a network. What the server says under /api is never kept. */
const WIRE = '__WIRE__';
const CACHE = `gongzhu-${WIRE}-__VERSION__`;
const FILES = '__FILES__';

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  skipWaiting();
});

addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

/** Drop the files of earlier builds. Pages that speak an earlier version of the wire are reloaded:
 * no table would talk to them. */
async function takeOver() {
  const earlier = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(earlier.map((name) => caches.delete(name)));
  await clients.claim();
  if (earlier.every((name) => name.startsWith(`gongzhu-${WIRE}-`))) return;
  for (const page of await clients.matchAll({ type: 'window' })) await page.navigate(page.url);
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (!pathname.startsWith('/api/')) event.respondWith(fetch(request).catch(() => shell()));
  } else if (FILES.includes(pathname)) {
    event.respondWith(
      caches.match(pathname, { ignoreVary: true }).then((kept) => kept ?? fetch(request)),
    );
  }
});

/** The page that finds its way by the address. */
const shell = () =>
  caches.match('/', { ignoreVary: true }).then((kept) => kept ?? Response.error());
