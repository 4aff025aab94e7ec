/* The service worker: pages open without a network. What the server says under /api is never kept. */
const CACHE = 'gongzhu-__VERSION__';
const FILES = '__FILES__';

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  skipWaiting();
});

addEventListener('activate', (event) => {
  const drop = (names) =>
    Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
  event.waitUntil(
    caches
      .keys()
      .then(drop)
      .then(() => clients.claim()),
  );
});

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
