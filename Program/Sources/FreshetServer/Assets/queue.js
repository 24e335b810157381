// Changes that wait until the server can be reached. They survive a reload and are sent in order, each at least once.

import { tell } from './messages.js';
import { connection, post, Refusal, showConnection } from './offline.js';

const storageKey = 'queue';
/** How many changes may wait. */
const longest = 500;
/** The number of attempts to send a change that the server fails to make. */
const mostTries = 5;
const changes = new EventTarget();
let isSending = false;
let sequence = 0;

/** The changes that wait, oldest first: `{ at, subject, path, fields }`. */
export function queued() {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]');
  } catch {
    return [];
  }
}

function keepQueue(entries) {
  if (entries.length) localStorage.setItem(storageKey, JSON.stringify(entries));
  else localStorage.removeItem(storageKey);
  changes.dispatchEvent(new Event('change'));
}

/** Calls a function now and after each change of the queue, in this tab or another. */
export function watchQueue(listen) {
  changes.addEventListener('change', listen);
  addEventListener('storage', (event) => { if (event.key === storageKey || event.key === null) listen(); });
  listen();
}

/**
 * Sends a change, or queues it while the server can't be reached. A later change of the same subject replaces an earlier one.
 *
 * Returns the answer; null if the change was queued.
 */
export async function send(path, fields, subject, options) {
  const entry = { at: [Date.now(), sequence += 1], subject, path, fields: `${new URLSearchParams(fields)}` };
  if (!connection.isLost && !queued().length) {
    try {
      return await post(path, fields, options);
    } catch (error) {
      if (error instanceof Refusal) throw error;
    }
  }
  enqueue(entry);
  if (!connection.isLost) sendQueued();
  return null;
}

function enqueue(entry) {
  const entries = queued();
  // A change that failed late may be older than those that wait.
  if (entries.some((other) => other.subject === entry.subject && isBefore(entry, other))) return;
  const others = entries.filter((other) => other.subject !== entry.subject);
  if (others.length >= longest) throw new Refusal(0, { detail: `The queue is full (${longest} changes), so this change wasn't saved. Try again when Freshet responds.` });
  keepQueue([...others, entry].sort((one, other) => (isBefore(one, other) ? -1 : 1)));
}

function isBefore(one, other) { return (one.at[0] - other.at[0] || one.at[1] - other.at[1]) < 0; }

/** Removes the change of a subject from the queue. */
export function withdraw(subject) { keepQueue(queued().filter((entry) => entry.subject !== subject)); }

/** Removes all changes. */
export function emptyQueue() { keepQueue([]); }

/** Sends what waits; one tab does so at a time. */
async function sendQueued() {
  if (isSending || !queued().length) return;
  isSending = true;
  try {
    if (navigator.locks) await navigator.locks.request('queue', { ifAvailable: true }, (lock) => lock && sendAll());
    else await sendAll();
  } finally {
    isSending = false;
  }
}

async function sendAll() {
  let count = 0;
  for (let entry = queued()[0]; entry; [entry] = queued()) {
    try {
      await post(entry.path, entry.fields);
      count += 1;
    } catch (error) {
      // Without a connection or a session, everything stays.
      if (!(error instanceof Refusal) || error.status === 401) return;
      const tries = (entry.tries ?? 0) + 1;
      if ((error.status >= 500 || error.status === 429) && tries < mostTries) {
        keepQueue(queued().map((other) => (isSame(other, entry) ? { ...other, tries } : other)));
        return;
      }
      tell(`A queued change was refused. ${error.message}`);
    }
    keepQueue(queued().filter((other) => !isSame(other, entry)));
  }
  if (count) tell(count === 1 ? '1 queued change was sent.' : `${count} queued changes were sent.`);
}

function isSame(one, other) { return one.subject === other.subject && `${one.at}` === `${other.at}`; }

connection.addEventListener('change', () => { if (!connection.isLost) sendQueued(); });
sendQueued();

// The words about the connection appear once it stays lost, unless the page has no other sign of it

let showing;
function showSoon() {
  clearTimeout(showing);
  const show = () => showConnection(queued().length);
  if (connection.state === 'live' || !document.querySelector('.status') || queued().length) show();
  else showing = setTimeout(show, 1500);
}
connection.addEventListener('change', showSoon);
watchQueue(showSoon);
