// Refreshes feeds with the button, a key or pull-to-refresh.

import { lists, showNew } from './list.js';
import { say, tell } from './messages.js';
import { connection, post } from './offline.js';
import { listScroller } from './scroller.js';

const isLive = 'live' in (document.querySelector('main')?.dataset ?? {});

/** The form of a list of several feeds, which refreshes all of them. */
const listForm = document.querySelector('form.refresh[data-feeds]');

/** A number of things in words. */
function countedWords(count, noun) { return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`; }

/** Refreshes all feeds of the list, and says what came. */
async function refreshList() {
  if (listForm.hasAttribute('aria-busy')) return;
  listForm.setAttribute('aria-busy', 'true');
  document.body.classList.add('is-asking');
  tell(`Refreshing ${countedWords(Number(listForm.dataset.feeds), 'feed')}`);
  try {
    const answer = await post('/refresh', new FormData(listForm));
    const { arrived, pending } = await answer.json();
    const more = pending ? `, ${countedWords(pending, 'feed')} still to come` : '';
    tell((arrived ? countedWords(arrived, 'new item') : 'Nothing new') + more);
  } catch (error) {
    tell(connection.isLost ? 'No connection to Freshet. Nothing was refreshed.' : error.message);
  }
  listForm.removeAttribute('aria-busy');
  document.body.classList.remove('is-asking');
}

/** Refreshes the feeds of the page, or only that of an element. */
export async function refresh(only) {
  if (listForm && !only) {
    await refreshList();
    return;
  }
  document.body.classList.add('is-asking');
  const roots = only ? [only] : isLive ? lists.map((list) => list.root) : [];
  try {
    await Promise.all(roots.map((root) => post('/refresh', { feed: root.dataset.live ?? root.dataset.feed })));
  } catch (error) {
    tell(connection.isLost ? 'No connection to Freshet. Nothing was refreshed.' : error.message);
  }
  setTimeout(() => document.body.classList.remove('is-asking'), 600);
}

document.addEventListener('submit', (event) => {
  if (!event.target.matches('.refresh')) return;
  event.preventDefault();
  refresh(event.target.closest('[data-feed]'));
});

// Pulling the page down refreshes it and shows new items.

const far = 72;
let pull = null;
/** Whether a finger that moves down on an element pulls the page: not if it moves or scrolls something else. */
function canPull(target) {
  return listScroller().scrollTop <= 0 && (lists.length > 0 || listForm) && !document.querySelector('dialog[open]') && !target.closest('#map, .map-list, .pane');
}
addEventListener('touchstart', ({ target, touches }) => {
  // A second finger ends the pull of the first.
  endPull();
  if (touches.length === 1 && canPull(target)) pull = { y: touches[0].clientY, x: touches[0].clientX, by: 0 };
}, { passive: true });
addEventListener('touchmove', ({ touches }) => {
  if (!pull) return;
  const by = touches[0].clientY - pull.y;
  if (by < 0 || Math.abs(touches[0].clientX - pull.x) > Math.max(by, 24)) return endPull();
  if (by < 12) return;
  if (!pull.sign) {
    pull.sign = document.createElement('div');
    pull.sign.className = 'pull';
    pull.sign.innerHTML = '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M16 6.5A7 7 0 1 0 17 10.5M16.5 2.5v4.2h-4.2"/></svg>';
    document.body.append(pull.sign);
  }
  pull.by = by;
  pull.sign.style.setProperty('--pulled', Math.min(by * 0.6, 80));
  pull.sign.classList.toggle('is-ready', by > far);
}, { passive: true });
addEventListener('touchend', () => {
  if (pull?.by > far) {
    if (!connection.isLost && !listForm) say('Refreshing');
    refresh();
    showNew();
  }
  endPull();
});
addEventListener('touchcancel', endPull);
function endPull() {
  pull?.sign?.remove();
  pull = null;
}
