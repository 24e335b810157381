// The service worker: stores the last seen pages and what they load, and shows them while the server can't be reached.

const hash = 'HASHES';
/** The path below which the server is; empty if its host is its own. */
const root = new URL('.', location.href).pathname.slice(0, -1);
const shell = ['SHELL'].map((path) => root + path);
// All programs on the host share its caches.
const assetCache = `${root}assets-${hash}`;
const pageCache = `${root}pages-${hash}`;
/** The texts of lists, which pages request by themselves. */
const textCache = `${root}texts-${hash}`;
/** How many pages are stored, and of how many lists the texts. */
const mostPages = 60;
/** How long a page that is stored waits for the server's response, in ms. A server that is asleep refuses no connection. */
const longestWait = 8000;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(assetCache).then((cache) => cache.addAll(shell)));
});

addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const own = (await caches.keys()).filter((name) => ['assets-', 'pages-', 'texts-'].some((kind) => name.startsWith(root + kind)));
    await Promise.all(own.filter((name) => ![assetCache, pageCache, textCache].includes(name)).map((name) => caches.delete(name)));
    await registration.navigationPreload?.enable();
    await clients.claim();
  })());
});

addEventListener('message', (event) => {
  const urls = event.data.store.map((address) => new URL(address, location.origin)).filter(({ origin }) => origin === location.origin);
  event.waitUntil(Promise.all(urls.map(storeAgain)));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(`${root}/`)) return;
  const path = url.pathname.slice(root.length);
  const isPage = request.mode === 'navigate';
  const isMenu = path === '/following' && url.search === '?part=menu';
  const isSignIn = /^\/(login|logout|login\/.*|reset\/.*|invitation\/.*)$/.test(path);
  // Deletes the pages of the reader who signs in or out.
  if (isPage && isSignIn) event.waitUntil(Promise.all([pageCache, textCache].map((name) => caches.delete(name))));
  if (request.method !== 'GET') {
    // Pages queue their changes.
  } else if (isMenu) {
    event.respondWith(page(event, url));
  } else if (isPage) {
    // The preload has requested the page already. Without a response from here, the browser requests it a second time.
    event.respondWith(isSignIn ? response(event) : page(event, url));
  } else if (isOfTexts(url)) {
    event.respondWith(page(event, url));
  } else if (path.startsWith('/assets/') && url.searchParams.has('v')) {
    event.respondWith(asset(request));
  }
});

/** Whether an address is that of the texts of a list, rather than of a page. */
function isOfTexts(url) { return url.searchParams.get('part') === 'texts'; }

function cacheOf(url) { return caches.open(isOfTexts(url) ? textCache : pageCache); }

/** The server's response, errors included; the stored page if the server can't be reached or takes too long. */
async function page(event, url) {
  try {
    const answer = await Promise.race([response(event), lateness(url)]);
    if (answer && !isGateway(answer)) {
      if (isStorable(answer)) event.waitUntil(store(url, answer.clone()));
      return answer;
    }
    return await stored(url) ?? answer;
  } catch {
    return await stored(url) ?? (isOfTexts(url) ? Response.error() : nothingStored());
  }
}

async function response(event) { return await event.preloadResponse ?? fetch(event.request); }

/** Ends with null after the longest wait; never if the page isn't stored. */
async function lateness(url) {
  await new Promise((done) => { setTimeout(done, longestWait); });
  return await storedAnswer(url) ? null : new Promise(() => {});
}

/** Whether a proxy says that it can't reach the server. */
function isGateway(answer) { return answer.status === 502 || answer.status === 504; }

/** Pages with secrets, in them or in their addresses, are marked as not to be stored. */
function isStorable(answer) {
  return answer.status === 200 && !answer.redirected && /^(text\/html|application\/json)\b/.test(answer.headers.get('Content-Type'))
    && !answer.headers.get('Cache-Control')?.includes('no-store');
}

/** The address of an asset contains its hash: its bytes never change. */
async function asset(request) {
  const cache = await caches.open(assetCache);
  const known = await cache.match(request, { ignoreVary: true });
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

async function store(url, answer) {
  const cache = await cacheOf(url);
  const address = url.pathname + url.search;
  const headers = new Headers(answer.headers);
  headers.set('X-Stored', new Date().toISOString());
  headers.set('X-Address', address.replaceAll('&', '&amp;').replaceAll('"', '%22'));
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  // The cache lists its pages in the order in which they were put.
  await cache.delete(address, { ignoreVary: true });
  await cache.put(address, new Response(await answer.blob(), { headers }));
  const addresses = await cache.keys();
  await Promise.all(addresses.slice(0, Math.max(0, addresses.length - mostPages)).map((old) => cache.delete(old)));
}

/** Stores a page as it is now: what is shown has changed since it was loaded. */
async function storeAgain(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: isOfTexts(url) ? 'application/json' : 'text/html' } });
    if (isStorable(answer)) await store(url, answer);
  } catch {
    // The page that was stored before stays.
  }
}

async function storedAnswer(url) {
  const cache = await cacheOf(url);
  return cache.match(url.pathname + url.search, { ignoreVary: true });
}

/** The stored page, marked as such before any of it is shown. */
async function stored(url) {
  const known = await storedAnswer(url);
  if (!known) return null;
  if (isOfTexts(url)) return known;
  const html = await known.text();
  return new Response(html.replace('<html ', `<html data-stored="${known.headers.get('X-Stored')}" `), { headers: known.headers });
}

async function nothingStored() {
  const pages = await (await caches.open(pageCache)).matchAll();
  // Titles and addresses are the server's markup already. The menu of followed feeds has no title.
  const links = await Promise.all(pages.reverse().map(async (answer) => {
    const [, title] = (await answer.text()).match(/<title>(?:\(\d+\) )?(.*?)(?: · Freshet)?<\/title>/) ?? [];
    return !title ? '' : `<li><a href="${answer.headers.get('X-Address')}">${title === 'Freshet' ? 'Home' : title}</a></li>`;
  }));
  const list = links.join('') ? `<p>Available offline:</p><ul>${links.join('')}</ul>` : '';
  return new Response(`<!doctype html>
<html lang="en" data-stored="${new Date().toISOString()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection · Freshet</title><meta name="color-scheme" content="light dark"><link rel="stylesheet" href="${shell[0]}">
<script type="module" src="${shell[1]}"></script></head><body><main id="main" class="card"><h1>No connection to Freshet</h1>
<p>This page isn't stored in this browser. It loads as soon as Freshet responds.</p>${list}</main>
<p id="connection" class="visually-hidden" role="status"></p></body></html>`, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'",
    },
  });
}
