// Receives the page's events, and reconnects when the stream ends.

import { lists } from './list.js';
import { connection } from './offline.js';
import { format } from './times.js';
import { unreadOnly } from './unread-lists.js';

const lives = new Set();
/** The number of rows to insert at a time. */
const most = 15;

/** Ends after the next frame; at once on hidden pages, which have no frames. */
export function drawn() {
  return new Promise((done) => {
    // A page that is hidden meanwhile draws no frame.
    setTimeout(done, document.hidden ? 0 : 500);
    requestAnimationFrame(() => setTimeout(done));
  });
}

/** A feed on the page: its status line and its list. */
class View {
  constructor(list) {
    this.list = list;
    this.root = list.root;
    this.status = this.root.querySelector('.status');
    this.progress = this.root.querySelector('progress');
    this.settled = this.root.dataset.freshness;
    this.parts = [];
    this.kept = null;
  }

  take(frame) {
    this.#showStatus(frame);
    if ('unreadOnly' in this.root.dataset) frame = unreadOnly(this.list, frame);
    // Many rows are inserted in parts, each drawn before the next, so that the page stays responsive.
    const parts = [];
    for (let begin = 0; begin < frame.rows.length; begin += most) parts.push({ ...frame, rows: frame.rows.slice(begin, begin + most), isPart: true });
    if (parts.length) parts.at(-1).isPart = false;
    else parts.push(frame);
    const isAtWork = this.parts.length > 0;
    this.parts.push(...parts);
    if (!isAtWork) this.#work();
  }

  async #work() {
    try {
      while (this.parts.length) {
        this.list.take(this.parts[0]);
        this.parts.shift();
        this.list.items.ariaBusy = String(this.parts.length > 0);
        if (this.parts.length) await drawn();
      }
    } finally {
      // After a failure, later frames are still applied.
      this.parts = [];
      this.list.items.ariaBusy = 'false';
    }
  }

  /** Drops what hasn't been applied yet. */
  drop() { this.parts = []; }

  #showStatus({ status, freshness, progress }) {
    this.find();
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

  /** Says how old the items are, while nothing newer can arrive. */
  lose(words) {
    if (!this.status) return;
    this.kept ??= { words: [...this.status.childNodes], freshness: this.root.dataset.freshness, isBusy: this.progress && !this.progress.hidden };
    const updated = this.kept.words.map((node) => node.dataset?.updated).find(Boolean);
    const word = document.createElement('b');
    word.className = 'word';
    word.textContent = words;
    const age = document.createElement('span');
    if (updated) {
      const time = document.createElement('time');
      time.className = 'ago';
      time.dateTime = updated;
      age.append(', last updated ', time);
    }
    // The message about the connection is announced; one for each feed would be too much.
    this.status.setAttribute('aria-live', 'off');
    this.status.replaceChildren(word, age);
    format(this.status);
    this.root.dataset.freshness = 'unreachable';
    if (this.progress) this.progress.hidden = true;
  }

  /** Shows the status from before, until the server sends another one. */
  find() {
    if (!this.kept) return;
    const { words, freshness, isBusy } = this.kept;
    this.kept = null;
    this.status.replaceChildren(...words);
    this.root.dataset.freshness = freshness;
    if (this.progress) this.progress.hidden = !isBusy;
    format(this.status);
  }
}

export class Live {
  /**
   * @param address the address that sends the events
   * @param seen the id of the last event that the page includes
   * @param handlers called with the number of the state of the followed feeds, and unread counts
   */
  constructor(address, seen, handlers) {
    this.address = address;
    this.seen = seen;
    this.views = lists.map((list) => new View(list));
    this.handlers = handlers;
    this.isAgain = Boolean(document.documentElement.dataset.stored);
    lives.add(this);
    connection.attempt = reopen;
    this.open();
    this.show();
  }

  open() {
    this.close();
    const address = new URL(this.address, location.href);
    if (this.seen) address.searchParams.set('seen', this.seen);
    const { shown } = document.documentElement.dataset;
    // Counts may have changed since the page was stored or last connected.
    if (this.isAgain) address.searchParams.set('again', '1');
    else if (shown) address.searchParams.set('shown', shown);
    this.isAgain = true;
    this.source = new EventSource(address);
    this.source.addEventListener('page', (event) => {
      this.seen = event.lastEventId;
      this.views[0]?.take(JSON.parse(event.data));
    });
    this.source.addEventListener('followed', (event) => this.handlers.followed(event.data));
    this.source.addEventListener('unread', (event) => this.handlers.unread(JSON.parse(event.data)));
    this.source.onopen = () => connection.find();
    this.heard = Date.now();
    for (const type of ['open', 'beat', 'page']) this.source.addEventListener(type, () => { this.heard = Date.now(); });
    const { source } = this;
    source.onerror = () => this.#lost(source);
  }

  /** Receives the events of another address, which follow a page that has just been loaded. */
  move(address, seen) {
    for (const view of this.views.values()) view.drop();
    [this.address, this.seen] = [address, seen];
    this.open();
  }

  close() {
    this.source?.close();
    this.source = null;
  }

  /** Shows the state of the connection in the status lines. */
  show() {
    for (const view of this.views) {
      if (connection.state === 'live') view.find();
      else view.lose(connection.isLost ? 'No connection' : 'No live updates');
    }
  }

  async #lost(source) {
    const isAnswered = source.readyState === EventSource.CLOSED;
    if (source !== this.source) return;
    this.close();
    // The server may have refused the stream: then it can be reached.
    if (isAnswered && await connection.answers(this.address, 'text/event-stream')) connection.refuse();
    else connection.lose();
  }
}

connection.addEventListener('change', () => { for (const live of lives) live.show(); });

let isAway = false;

/** Makes the page follow a longer part of its feed; see `Live.move`. */
export function moveLive(address, seen) { for (const live of lives) live.move(address, seen); }

function reopen() {
  if (isAway) return;
  for (const live of lives) if (!live.source || connection.state !== 'live') live.open();
}

// The server sends a heartbeat every 15 s. After the machine has slept, a dead connection isn't reported.
setInterval(() => {
  for (const live of lives) {
    if (!live.source || connection.state !== 'live' || Date.now() - live.heard <= 40000) continue;
    live.close();
    connection.lose();
  }
}, 5000);

function closeAll() {
  isAway = true;
  for (const live of lives) live.close();
}

function comeBack() {
  isAway = false;
  reopen();
}

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
  else comeBack();
});
addEventListener('pagehide', closeAll);
addEventListener('pageshow', (event) => { if (event.persisted) comeBack(); });
