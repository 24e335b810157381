// Offers to undo the last change for ten seconds, also on the page that it leads to.

import { tell } from './messages.js';
import { connection, post } from './offline.js';

const offered = document.getElementById('undo');
const stored = 'unfollowed';
let undoNow = null;
let offerTimer;

/** Shows words, with a button that takes back what they say. Without `undo`, only the words. `over` is called when the offer ends. */
export function offerUndo(words, undo, over) {
  clearTimeout(offerTimer);
  undoNow = undo;
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
  offered.hidden = true;
  undoNow = null;
}

/** Undoes what is offered. */
export function undoLast() {
  const undo = undoNow;
  endOffer();
  undo?.();
}

/** Remembers what was unfollowed: the next page offers to undo it. */
export async function keepUnfollowed(answer) {
  if (answer.status !== 200) return;
  const unfollowed = await answer.text();
  try {
    sessionStorage.setItem(stored, unfollowed);
  } catch {
    // Nothing is offered where the browser stores nothing.
  }
}

function offerUnfollowed() {
  try {
    const { restore, titles } = JSON.parse(sessionStorage.getItem(stored) ?? '{}');
    sessionStorage.removeItem(stored);
    if (!restore || !offered) return;
    offerUndo(`Unfollowed ${titles.length === 1 ? titles[0] : `${titles.length} feeds`}.`, async () => {
      try {
        await post('/following', { restore });
        location.reload();
      } catch (error) {
        tell(connection.isLost ? 'No connection to Freshet. Nothing was changed.' : error.message);
      }
    });
  } catch {
    // Nothing was stored.
  }
}

offerUnfollowed();
