// Registers the service worker, which stores the last seen pages for when the server can't be reached.

import { addressOf, serverRoot } from './addresses.js';
import { onceActed } from './user-gesture.js';
import { lists } from './list.js';
import { connection } from './offline.js';
import { emptyQueue } from './queue.js';
import { withStorage } from './storage.js';
import { usesTexts } from './texts.js';

/** How long a stored page may be older than what the reader sees, in ms. */
const oldest = 60000;
let storing;

/** Browsers have service workers on https and on this machine only. */
const worker = navigator.serviceWorker;

async function storePage() {
  clearTimeout(storing);
  storing = null;
  if (connection.state !== 'live' || document.documentElement.dataset.stored) return;
  // Another site opened the page: storing it would load the feed, which only the reader may do.
  if (document.querySelector('form.load')) return;
  store([location.pathname + location.search]);
}

async function store(addresses) {
  const { active } = await worker.ready;
  active.postMessage({ store: addresses });
}

/** Lists whose items can be read without a connection, though the reader hasn't opened them. */
const keptLists = ['/unread', '/saved'];
/** How often they are stored, and how long after a page has loaded, in ms. */
const listsEvery = 600000;
const listsAfter = 15000;

async function storeLists() {
  const last = Number(withStorage((storage) => storage.getItem('lists-stored')) ?? 0);
  if (connection.state !== 'live' || document.hidden || Date.now() - last < listsEvery) return;
  withStorage((storage) => storage.setItem('lists-stored', Date.now()));
  store(keptLists.flatMap((path) => [path, ...(usesTexts() ? [`${path}?part=texts`] : [])]).map(addressOf));
}

/** Stores a page that the worker hasn't seen, because it has just been registered. */
function storeFirst() {
  storePage();
  const { texts } = document.querySelector('main')?.dataset ?? {};
  if (texts && usesTexts()) store([addressOf(texts)]);
}

function storeSoon() { storing ??= setTimeout(storePage, oldest); }

/** Deletes the stored pages. */
async function forgetPages() {
  if (!globalThis.caches) return;
  for (const name of await caches.keys()) {
    if (['pages-', 'texts-'].some((kind) => name.startsWith(serverRoot + kind))) await caches.delete(name);
  }
}

if (worker) {
  worker.register(addressOf('/worker.js')).then(async () => {
    // The worker hasn't seen the page that registers it.
    const isFirst = !worker.controller;
    await worker.ready;
    if (isFirst) onceActed(storeFirst);
    onceActed(() => setTimeout(storeLists, listsAfter));
  }).catch(() => {
    // Without a worker pages aren't stored; nothing else depends on it.
  });
  for (const list of lists) list.addEventListener('change', storeSoon);
  document.addEventListener('visibilitychange', () => { if (document.hidden && storing) storePage(); });
}
addEventListener('signedout', forgetPages);
document.addEventListener('submit', (event) => {
  if (!event.target.matches('.logout') || connection.isLost) return;
  emptyQueue();
  forgetPages();
});

// A stored page gives way to the server's own as soon as it answers.
connection.addEventListener('change', () => {
  const page = document.documentElement;
  if (connection.state !== 'live' || !page.dataset.stored) return;
  if (!document.querySelector('main[data-live]')) location.reload();
  // The stream of events brings what is new.
  delete page.dataset.stored;
});
