// Changes that wait until the server can be reached. They survive a reload and are sent in order, each at least once.

import { serverRoot } from './addresses.js';
import { tell } from './messages.js';
import { connection, post, Refusal, showConnection } from './offline.js';

const storageKey = `${serverRoot}queue`;
/** How many changes may wait. */
const longest = 500;
/** The number of attempts to send a change that the server fails to make. */
const mostTries = 5;
/** Milliseconds until the second attempt; each later pause is twice as long. */
const firstPause = 5000;
const changes = new EventTarget();
/** The last request of each subject that is being answered. */
const requests = new Map();
/** A number of this tab, which tells its changes from those that another tab makes at the same time. */
const tabNumber = Math.random();
let isSending = false;
let lastPlace = 0;
let retry;

/** The changes that wait, oldest first: `{ at, subject, path, fields }`. `at` orders them. */
export function queued() {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]');
  } catch {
    return [];
  }
}

function keepQueue(entries) {
  try {
    if (entries.length) localStorage.setItem(storageKey, JSON.stringify(entries));
    else localStorage.removeItem(storageKey);
  } catch {
    // An empty queue needs no storage.
    if (entries.length) throw new Refusal(0, { detail: "Your browser stores nothing for this page, so the change wasn't saved. Try again when Freshet responds." });
  }
  changes.dispatchEvent(new Event('change'));
}

/** Calls a function now and after each change of the queue, in this tab or another. */
export function watchQueue(listen) {
  changes.addEventListener('change', listen);
  addEventListener('storage', (event) => { if (event.key === storageKey || event.key === null) listen(); });
  listen();
}

/** Calls a function with each queued change that the server refuses. */
export function watchRefusals(listen) { changes.addEventListener('refused', ({ detail }) => listen(detail)); }

/**
 * Sends a change, or queues it while the server can't be reached. A later change of the same subject replaces an earlier one.
 *
 * Returns the answer; null if the change was queued.
 */
export async function send(path, fields, subject, options) {
  const entry = { at: nextPlace(), subject, path, fields: `${new URLSearchParams(fields)}` };
  if (!connection.isLost && !queued().length) {
    try {
      return await inTurn(subject, async () => {
        const answer = await post(path, fields, options);
        // An earlier change may have failed and been queued while this one waited for its turn.
        withdraw(subject, (other) => isBefore(other, entry));
        return answer;
      });
    } catch (error) {
      if (error instanceof Refusal) throw error;
    }
  }
  enqueue(entry);
  if (!connection.isLost) sendQueued();
  return null;
}

/** The place of a change: after all that wait and all of this tab, even if the clock was set back; among tabs by the clock. */
function nextPlace() {
  lastPlace = Math.max(Date.now(), lastPlace + 1, ...queued().map(({ at }) => at[0] + 1));
  return [lastPlace, tabNumber];
}

/** Sends a change after the earlier ones of its subject: each has a connection of its own, and might overtake them. */
function inTurn(subject, act) {
  const turn = (requests.get(subject) ?? Promise.resolve()).then(act, act);
  const end = () => { if (requests.get(subject) === turn) requests.delete(subject); };
  requests.set(subject, turn);
  turn.then(end, end);
  return turn;
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

/** Removes the change of a subject from the queue, if it matches. */
export function withdraw(subject, matches = () => true) {
  const entries = queued();
  const others = entries.filter((entry) => entry.subject !== subject || !matches(entry));
  if (others.length < entries.length) keepQueue(others);
}

/** Removes all changes. */
export function emptyQueue() { keepQueue([]); }

/** Sends what waits; one tab does so at a time. */
async function sendQueued() {
  if (isSending || !queued().length) return;
  isSending = true;
  try {
    if (navigator.locks) await navigator.locks.request(storageKey, { ifAvailable: true }, (lock) => lock && sendAll());
    else await sendAll();
  } finally {
    isSending = false;
  }
}

/** Sends a change that waits; false if a later one of its subject, which was on its way, has withdrawn it. */
function sendWaiting(entry) {
  return inTurn(entry.subject, async () => {
    if (!queued().some((other) => isSame(other, entry))) return false;
    await post(entry.path, entry.fields);
    return true;
  });
}

async function sendAll() {
  const refusals = [];
  let count = 0;
  for (let entry = queued()[0]; entry; [entry] = queued()) {
    try {
      if (await sendWaiting(entry)) count += 1;
    } catch (error) {
      // Without a connection or a session, everything stays.
      if (!(error instanceof Refusal) || error.status === 401) return;
      const tries = (entry.tries ?? 0) + 1;
      if ((error.status >= 500 || error.status === 429) && tries < mostTries) {
        keepQueue(queued().map((other) => (isSame(other, entry) ? { ...other, tries } : other)));
        clearTimeout(retry);
        retry = setTimeout(sendQueued, firstPause * 2 ** (tries - 1));
        break;
      }
      refusals.push(error.message);
      changes.dispatchEvent(new CustomEvent('refused', { detail: entry }));
    }
    keepQueue(queued().filter((other) => !isSame(other, entry)));
  }
  // One message, since each replaces the one before.
  const words = [];
  if (count) words.push(count === 1 ? '1 queued change was sent.' : `${count} queued changes were sent.`);
  if (refusals.length) words.push(refusals.length === 1 ? '1 was refused:' : `${refusals.length} were refused:`, ...new Set(refusals));
  if (words.length) tell(words.join(' '));
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
