// Marking items as read or saved, one or many at a time.

import { say, tell } from './messages.js';
import { connection, post } from './offline.js';
import { send } from './queue.js';
import { offerUndo } from './undo.js';

/** Shows a mark, `read` or `saved`, on an item: on its rows, and in the reading pane. Returns these elements. */
export function paint({ scope, id }, name, isOn) {
  const shown = [...document.querySelectorAll(`:is(.row, .item)[data-scope="${CSS.escape(scope)}"][data-id="${CSS.escape(id)}"]`)];
  for (const element of shown) {
    if (element.matches('.row')) {
      if (name === 'read') element.classList.toggle('is-unread', !isOn);
      element.classList.toggle(`is-${name}`, isOn);
    }
    const button = element.querySelector(`.mark.${name === 'read' ? 'read' : 'save'}`);
    button?.setAttribute('aria-pressed', String(isOn));
    if (button) button.value = isOn ? `un${name}` : name;
  }
  return shown;
}

/** Marks the item of a row or of the reading pane: `read`, `unread`, `saved` or `unsaved`. */
export async function mark(element, value) {
  if (!element?.querySelector('.marks, .item-marks')) return;
  const { scope, id } = element.dataset;
  const name = value.replace(/^un/, '');
  const isOn = value === name;
  paint({ scope, id }, name, isOn);
  try {
    const answer = await send('/marks', { scope, id, mark: value }, `${scope} ${id} ${name}`, { keepalive: true });
    if (!answer) say('Queued until Freshet can be reached');
    else if (name === 'saved') say(isOn ? 'Saved' : 'Unsaved');
  } catch (error) {
    paint({ scope, id }, name, !isOn);
    tell(error.message);
  }
}

/** Reverses a mark: `read` or `saved`. */
export function toggle(row, name) {
  if (row) mark(row, row.classList.contains(`is-${name}`) ? `un${name}` : name);
}

for (const type of ['click', 'auxclick']) {
  document.addEventListener(type, (event) => {
    const row = event.button < 2 && event.target.closest('.row .main')?.closest('.row');
    if (row?.classList.contains('is-unread')) mark(row, 'read');
  });
}
// Marking many items as read, and undoing it for ten seconds

let changed = [];

async function markMany(fields) {
  try {
    const answer = await (await post('/marks', fields)).json();
    paintRows(answer.changed, true);
    // Undo takes back all that was marked while it is offered.
    changed = [...changed, ...answer.changed];
    offerUndoOfMarks();
  } catch (error) {
    tell(connection.isLost ? 'No connection to Freshet. No marks were changed.' : error.message);
  }
}

/** Shows the marks of items immediately, before the feed's update arrives. */
function paintRows(keys, isRead) {
  const ids = new Set(keys.map(({ scope, id }) => `${scope} ${id}`));
  for (const row of document.querySelectorAll('.row[data-scope]')) {
    if (ids.has(`${row.dataset.scope} ${row.dataset.id}`)) paint(row.dataset, 'read', isRead);
  }
}

function offerUndoOfMarks() {
  if (!changed.length) return offerUndo('No unread items.');
  const words = changed.length === 1 ? 'Marked 1 item as read.' : `Marked ${changed.length} items as read.`;
  return offerUndo(words, undoMarks, () => { changed = []; });
}

async function undoMarks() {
  const keys = changed;
  changed = [];
  if (!keys.length) return;
  const scopes = Map.groupBy ? Map.groupBy(keys, ({ scope }) => scope) : keys.reduce((map, key) => map.set(key.scope, [...(map.get(key.scope) ?? []), key]), new Map());
  try {
    for (const [scope, items] of scopes) {
      for (let begin = 0; begin < items.length; begin += 200) {
        const fields = new URLSearchParams({ scope, mark: 'unread' });
        for (const { id } of items.slice(begin, begin + 200)) fields.append('id', id);
        await post('/marks', fields);
      }
    }
    paintRows(keys, false);
    say('Marked as unread again');
  } catch (error) {
    changed = keys;
    offerUndoOfMarks();
    tell(connection.isLost ? 'No connection to Freshet. No marks were changed.' : error.message);
  }
}

export function markAll() {
  const all = document.querySelector('form.read-all');
  if (all) markMany(new FormData(all));
}

export function markOlder(row) {
  const button = row?.querySelector('.mark.older');
  if (button) markMany(new FormData(button.form, button));
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.matches('.marks')) {
    event.preventDefault();
    if (event.submitter.value === 'older') markOlder(form.closest('.row'));
    else mark(form.closest('.row'), event.submitter.value);
  } else if (form.matches('.read-all')) {
    event.preventDefault();
    markAll();
  }
});
