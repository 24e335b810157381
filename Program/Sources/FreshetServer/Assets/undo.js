// Offers to undo the last change for ten seconds, also on the page that it leads to.

import { serverRoot } from './addresses.js';
import { say, tell } from './messages.js';
import { connection, post, Refusal } from './offline.js';

const offered = document.getElementById('undo');
/** What was unfollowed, for the next page. */
const unfollowedKey = `${serverRoot}unfollowed`;
/** The undo that the server hasn't confirmed. */
const undoKey = `${serverRoot}undo`;
/** Milliseconds after which an undo takes noticeable time. */
const noticeable = 300;
let undoNow = null;
let isShowingUndo = false;
let offerTimer;

/** Shows words, with a button that takes back what they say. Without `undo`, only the words. `over` is called when the offer ends. */
export function offerUndo(words, undo, over) {
  clearTimeout(offerTimer);
  undoNow = undo;
  isShowingUndo = false;
  offered.hidden = false;
  offered.replaceChildren(`${words} `);
  if (undo) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Undo';
    button.addEventListener('click', undoLast);
    offered.append(button);
  }
  offerTimer = setTimeout(() => {
    endOffer();
    over?.();
  }, 10000);
}

function endOffer() {
  clearTimeout(offerTimer);
  offered.hidden = true;
  undoNow = null;
  isShowingUndo = false;
}

/** Undoes what is offered. */
export function undoLast() {
  if (!undoNow) return;
  const undo = undoNow;
  endOffer();
  undo();
}

/**
 * Has the server undo a change: `{ path, fields, words }`, where the words say what was changed. Offers it again if that fails.
 * If the page is left before the server has confirmed it, the next page sends it again: undoing twice changes nothing more.
 * @param done called with the answer
 * @param over called when it isn't offered any more
 */
export async function undoOnServer(undo, done, over) {
  keepForTab(undoKey, undo);
  offerTimer = setTimeout(showUndo, noticeable);
  try {
    const answer = await post(undo.path, new URLSearchParams(undo.fields), { keepalive: true });
    if (isShowingUndo || !undoNow) endOffer();
    takeFromTab(undoKey);
    over?.();
    await done(answer);
  } catch (error) {
    const isOver = error instanceof Refusal && error.status === 404;
    if (!isOver) {
      offerUndo(undo.words, () => undoOnServer(undo, done, over), () => {
        takeFromTab(undoKey);
        over?.();
      });
    } else {
      endOffer();
      takeFromTab(undoKey);
      over?.();
    }
    tell(connection.isLost ? 'No connection to Freshet. Nothing was undone.' : error.message);
  }
}

function showUndo() {
  offered.hidden = false;
  offered.replaceChildren('Undoing…');
  isShowingUndo = true;
}

/** Remembers a value for the next page in this tab. Nothing happens where the browser stores nothing. */
function keepForTab(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // This page can still undo it.
  }
}

/** Takes what an earlier page remembered; null for nothing. */
function takeFromTab(key) {
  try {
    const value = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}

/** Remembers what was unfollowed: the next page offers to undo it. */
export async function keepUnfollowed(answer) {
  if (answer.status === 200) keepForTab(unfollowedKey, await answer.json());
}

function offerUnfollowed() {
  const { restore, titles } = takeFromTab(unfollowedKey) ?? {};
  if (!restore) return;
  const words = `Unfollowed ${titles.length === 1 ? titles[0] : `${titles.length} feeds`}.`;
  offerUndo(words, () => undoOnServer({ path: '/following', fields: { restore }, words }, () => location.reload()));
}

/** Sends an undo again that an earlier page has sent, and that the server may not have received. */
function repeatUndo() {
  const undo = takeFromTab(undoKey);
  if (undo) undoOnServer(undo, () => (undo.path === '/marks' ? say('Marked as unread again') : location.reload()));
}

if (offered) {
  offerUnfollowed();
  repeatUndo();
}
