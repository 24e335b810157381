// Shows on the page what waits in the queue: marks of rows, and feeds to follow or unfollow.

import { lists } from './list.js';
import { paint } from './marks.js';
import { tell } from './messages.js';
import { queued, send, watchQueue, watchRefusals, withdraw } from './queue.js';

/** Shows the queued marks on the rows, which may come from an older page. */
function showQueued() {
  const marked = new Set();
  for (const { path, fields } of queued()) {
    if (path !== '/marks') continue;
    const row = paintMark(fields, true);
    if (!row) continue;
    marked.add(row);
    if (!row.querySelector('.queued')) row.querySelector('.meta')?.append(queuedNote());
  }
  for (const shown of document.querySelectorAll('.row .queued')) if (!marked.has(shown.closest('.row'))) shown.remove();
  const subjects = new Set(queued().map(({ subject }) => subject));
  for (const form of document.querySelectorAll('form.follow, form.unfollow')) {
    const isQueued = subjects.has(subjectOf(form));
    if (form.classList.contains('is-queued') === isQueued) continue;
    form.classList.toggle('is-queued', isQueued);
    const button = form.querySelector('.button');
    button.dataset.words ??= button.textContent;
    button.textContent = isQueued ? `${button.dataset.words} (queued)` : button.dataset.words;
  }
}

/** Shows a mark that is queued, or the opposite of one that was refused. Returns its row. */
function paintMark(fields, isAccepted) {
  const { scope, id, mark } = Object.fromEntries(new URLSearchParams(fields));
  const row = document.querySelector(`.row[data-scope="${CSS.escape(scope)}"][data-id="${CSS.escape(id)}"]`);
  const name = mark.replace(/^un/, '');
  if (row) paint(row, name, (mark === name) === isAccepted);
  return row;
}

function queuedNote() {
  const note = document.createElement('span');
  note.className = 'queued';
  note.textContent = 'Queued';
  return note;
}

/** What a form that follows or unfollows a feed changes; nothing for other forms. */
function subjectOf(form) {
  const { feed } = form.elements;
  return feed ? `follow ${feed.value}` : undefined;
}

/** Queues a form that follows or unfollows a known feed, or takes it out of the queue again; false for other forms. */
export function queueFollow(form) {
  const subject = form.matches('form.follow, form.unfollow') && subjectOf(form);
  if (!subject) return false;
  if (form.classList.contains('is-queued')) withdraw(subject);
  else send(new URL(form.action).pathname, new FormData(form), subject).catch((error) => tell(error.message));
  return true;
}

watchQueue(showQueued);
watchRefusals(({ path, fields }) => { if (path === '/marks') paintMark(fields, false); });
for (const list of lists) list.addEventListener('change', () => { if (queued().length) showQueued(); });
