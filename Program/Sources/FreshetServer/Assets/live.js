// The page's address as a stream of events, and reconnecting when it ends.

import { lists } from './list.js';
import { say } from './messages.js';
import { format } from './times.js';
import { unreadOnly } from './triage.js';

const connection = document.getElementById('connection');
const lives = new Set();
/** How many rows are inserted at a time. */
const most = 25;

/** A feed on the page: its status line and its list. */
class View {
  constructor(list) {
    this.list = list;
    this.root = list.root;
    this.status = this.root.querySelector('.status');
    this.progress = this.root.querySelector('progress');
    this.settled = this.root.dataset.freshness;
    this.parts = [];
  }

  take(frame) {
    this.#showStatus(frame);
    if ('unreadOnly' in this.root.dataset) frame = unreadOnly(this.list, frame);
    // Many rows are inserted in parts, so that the page stays responsive.
    const parts = [];
    for (let begin = 0; begin < frame.rows.length; begin += most) parts.push({ ...frame, rows: frame.rows.slice(begin, begin + most), isPart: true });
    if (parts.length) parts.at(-1).isPart = false;
    else parts.push(frame);
    const isAtWork = this.parts.length > 0;
    this.parts.push(...parts);
    if (!isAtWork) this.#work();
  }

  async #work() {
    while (this.parts.length) {
      this.list.take(this.parts[0]);
      this.parts.shift();
      if (this.parts.length) await (globalThis.scheduler?.yield?.() ?? new Promise((done) => { setTimeout(done); }));
    }
  }

  #showStatus({ status, freshness, progress }) {
    const isRefreshing = freshness === 'refreshing';
    this.root.dataset.freshness = freshness;
    if (this.progress) {
      this.progress.hidden = !isRefreshing;
      if (progress) [this.progress.max, this.progress.value] = [Math.max(progress[1], 1), progress[0]];
      else this.progress.removeAttribute('value');
    }
    if (status === this.words) return;
    this.words = status;
    // Screen readers only announce that the feed became stale, or fresh again.
    const matters = !isRefreshing && freshness !== this.settled;
    if (!isRefreshing) this.settled = freshness;
    this.status.setAttribute('aria-live', matters ? 'polite' : 'off');
    this.status.toggleAttribute('aria-busy', false);
    this.status.innerHTML = status;
    format(this.status);
  }
}

export class Live {
  /**
   * @param address the address that sends the events
   * @param seen the id of the event that the page is as new as
   * @param handlers called with the feeds that the page should have, and with unread counts
   */
  constructor(address, seen, handlers) {
    this.address = address;
    this.seen = seen;
    this.views = new Map(lists.map((list) => [list.root.dataset.feed, new View(list)]));
    this.handlers = handlers;
    this.delay = 500;
    lives.add(this);
    this.open();
  }

  open() {
    this.close();
    const address = new URL(this.address, location.href);
    if (this.seen) address.searchParams.set('seen', this.seen);
    this.source = new EventSource(address);
    this.source.addEventListener('page', (event) => {
      this.seen = event.lastEventId;
      this.#take(JSON.parse(event.data));
    });
    this.source.addEventListener('feeds', (event) => this.handlers.feeds(JSON.parse(event.data)));
    this.source.addEventListener('unread', (event) => this.handlers.unread(JSON.parse(event.data)));
    this.source.onopen = () => {
      this.delay = 500;
      this.isLost = false;
      showConnection();
    };
    this.heard = Date.now();
    for (const type of ['open', 'beat', 'page']) this.source.addEventListener(type, () => { this.heard = Date.now(); });
    this.source.onerror = () => this.#lost();
  }

  close() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  #take(frame) {
    const view = frame.feed ? this.views.get(frame.feed) : this.views.values().next().value;
    view?.take(frame);
  }

  /** Browsers reconnect by themselves unless the server has refused. */
  #lost() {
    this.isLost = true;
    setTimeout(showConnection, 1500);
    if (this.source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), this.delay + Math.random() * 250);
    this.delay = Math.min(this.delay * 2, 15000);
  }
}

/** One message for all streams. */
function showConnection() {
  const isLost = [...lives].some((live) => live.isLost);
  const wasLost = connection.textContent !== '';
  if (isLost && !wasLost) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Try again';
    button.addEventListener('click', reopen);
    connection.replaceChildren('No connection to Freshet. Reconnecting… ', button);
  } else if (!isLost && wasLost) {
    connection.replaceChildren();
    say('Reconnected');
  }
}

function reopen() { for (const live of lives) if (!live.source || live.isLost) live.open(); }

// The server sends a heartbeat every 15 s. After the machine has slept, a dead connection isn't reported.
setInterval(() => {
  for (const live of lives) if (live.source && !live.isLost && Date.now() - live.heard > 40000) live.open();
}, 5000);

function closeAll() { for (const live of lives) live.close(); }

// Browsers open six connections to a host. Two hidden pages keep theirs, so that their titles show unread counts; the others close them
// after a minute and catch up later. Without locks all hidden pages close them.

let leaving;
let keep = null;

function leave() {
  if (!navigator.locks) return closeAll();
  const take = (places) => navigator.locks.request(`live-${places[0]}`, { ifAvailable: true }, (lock) => {
    if (!document.hidden) return undefined;
    if (lock) return new Promise((done) => { keep = done; });
    if (places.length > 1) take(places.slice(1));
    else closeAll();
    return undefined;
  });
  take([1, 2]);
}

document.addEventListener('visibilitychange', () => {
  clearTimeout(leaving);
  keep?.();
  keep = null;
  if (document.hidden) leaving = setTimeout(leave, 60000);
  else reopen();
});
addEventListener('pagehide', closeAll);
addEventListener('pageshow', (event) => { if (event.persisted) reopen(); });
addEventListener('online', reopen);
