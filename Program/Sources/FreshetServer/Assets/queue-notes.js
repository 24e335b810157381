// Shows on the page what waits in the queue: marks of items, and feeds to follow or unfollow.

import { pathOf } from './addresses.js';
import { lists } from './list.js';
import { paintLabel } from './labels.js';
import { paint } from './marks.js';
import { tell } from './messages.js';
import { queued, send, watchQueue, watchRefusals, withdraw } from './queue.js';

/** Shows the queued marks and labels on the items, which may come from an older page. */
function showQueued() {
  const marked = new Set();
  for (const { path, fields } of queued()) {
    for (const element of paintChange(path, fields, true)) {
      marked.add(element);
      if (!element.querySelector('.queued')) element.querySelector(element.matches('.item') ? '.item-do' : '.meta')?.append(queuedNote());
    }
  }
  for (const note of document.querySelectorAll('.queued')) if (!marked.has(note.closest('.row, .item'))) note.remove();
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

/** Shows a change of an item that is queued, or the opposite of one that was refused. Returns the elements that show it. */
function paintChange(path, fields, isAccepted) {
  if (path === '/marks') return paintMark(fields, isAccepted);
  if (path !== '/labels') return [];
  const { scope, id, add, remove } = Object.fromEntries(new URLSearchParams(fields));
  return paintLabel({ scope, id }, add ?? remove, Boolean(add) === isAccepted);
}

/** Shows a mark that is queued, or the opposite of one that was refused. Returns the elements that show it. */
function paintMark(fields, isAccepted) {
  const { scope, id, mark } = Object.fromEntries(new URLSearchParams(fields));
  const name = mark.replace(/^un/, '');
  return paint({ scope, id }, name, (mark === name) === isAccepted);
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
  else send(pathOf(new URL(form.action).pathname), new FormData(form), subject).catch((error) => tell(error.message));
  return true;
}

watchQueue(showQueued);
watchRefusals(({ path, fields }) => paintChange(path, fields, false));
for (const list of lists) list.addEventListener('change', () => { if (queued().length) showQueued(); });
