// Marking items as read or saved, one or many at a time.

import { say, tell } from './messages.js';
import { connection, post } from './offline.js';
import { send } from './queue.js';
import { keysOf } from './shortcuts.js';
import { offerUndo, undoOnServer } from './undo.js';

/** Matches the elements of an item: its rows, and the open item. */
export function itemSelector({ scope, id }, kinds = '.row, .item') {
  return `:is(${kinds})[data-id="${CSS.escape(id)}"][data-scope="${CSS.escape(scope)}"]`;
}

/** Shows a mark, `read` or `saved`, on an element of an item. */
function paintElement(element, name, isOn) {
  if (element.matches('.row')) {
    if (name === 'read') element.classList.toggle('is-unread', !isOn);
    element.classList.toggle(`is-${name}`, isOn);
  }
  const button = element.querySelector(`.mark.${name === 'read' ? 'read' : 'save'}`);
  if (!button) return;
  button.setAttribute('aria-pressed', String(isOn));
  // A row's button names its item after the mark.
  button.value = button.value.replace(/^\w+/, isOn ? `un${name}` : name);
}

/** Shows a mark, `read` or `saved`, on an item: on its rows, and in the reading pane. Returns these elements. */
export function paint(item, name, isOn) {
  const shown = [...document.querySelectorAll(itemSelector(item))];
  for (const element of shown) paintElement(element, name, isOn);
  return shown;
}

/** Shows the marks of a row on its item, too: the server may have sent the item before it received them. */
export function paintAs(row) {
  for (const name of ['read', 'saved']) paint(row.dataset, name, row.classList.contains(`is-${name}`));
}

/** Marks the item of a row or of the reading pane: `read`, `unread`, `saved` or `unsaved`. */
export async function mark(element, value) {
  if (!element?.querySelector('.mark')) return;
  const { scope, id } = element.dataset;
  const name = value.replace(/^un/, '');
  const isOn = value === name;
  paint({ scope, id }, name, isOn);
  try {
    const answer = await send('/marks', { scope, id, mark: value }, `${scope} ${id} ${name}`, { keepalive: true });
    if (!answer) say('Queued until Freshet can be reached');
    else if (name === 'saved') say(isOn ? 'Saved' : 'Unsaved');
    // The others that tell its story have the mark, too.
    if (answer) for (const other of (await answer.json()).changed) if (idOf(other) !== idOf({ scope, id })) paint(other, name, isOn);
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
    if (row) markOpened(row);
  });
}
// Marking many items as read, and undoing it for ten seconds

/** What was marked, while undoing it is offered or not confirmed: the number that undoes it, and the items. */
let markings = [];

async function markMany(fields) {
  try {
    const answer = await (await post('/marks', fields)).json();
    paintRows(answer.changed, true);
    // Undo takes back all that was marked while it is offered.
    if (answer.undo) markings = [...markings, { number: answer.undo, items: answer.changed }];
    offerUndoOfMarks();
  } catch (error) {
    tell(connection.isLost ? 'No connection to Freshet. No marks were changed.' : error.message);
  }
}

/** Shows the marks of items immediately, before the feed's update arrives. */
export function paintRows(keys, isRead) {
  const ids = new Set(keys.map(idOf));
  for (const element of document.querySelectorAll(':is(.row, .item)[data-scope]')) {
    if (ids.has(idOf(element.dataset))) paintElement(element, 'read', isRead);
  }
}

function idOf({ scope, id }) { return `${scope} ${id}`; }

function offerUndoOfMarks() {
  const offeredMarkings = markings;
  if (!offeredMarkings.length) return offerUndo('No unread items.');
  const count = offeredMarkings.reduce((sum, { items }) => sum + items.length, 0);
  const words = count === 1 ? 'Marked 1 item as read.' : `Marked ${count} items as read.`;
  const undo = { path: '/marks', fields: offeredMarkings.map(({ number }) => ['undo', number]), words };
  const forget = () => { markings = markings.filter((marking) => !offeredMarkings.includes(marking)); };
  return offerUndo(words, () => undoOnServer(undo, async (answer) => {
    paintRows((await answer.json()).changed, false);
    say('Marked as unread again');
  }, forget), forget);
}

/** Marks the item of a row as read that is opened. Undoing “Mark all as read” leaves it read, so that mark is sent, too. */
export function markOpened(row) {
  if (!row) return;
  const isUndoable = () => markings.some(({ items }) => items.some((item) => idOf(item) === idOf(row.dataset)));
  if (row.classList.contains('is-unread') || isUndoable()) mark(row, 'read');
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
  const row = event.submitter?.matches('.mark') && event.submitter.closest('.row');
  if (row) {
    event.preventDefault();
    const [name] = event.submitter.value.split(' ');
    if (name === 'older') markOlder(row);
    else mark(row, name);
  } else if (form.matches('.read-all')) {
    event.preventDefault();
    markAll();
  }
});

// Rows don't repeat what their buttons do.
const markTitles = { save: 'Save', read: 'Mark as read or unread', older: 'Mark older items as read' };
document.addEventListener('pointerover', ({ target }) => {
  const button = target.closest?.('.row .mark:not([title])');
  const name = button && Object.keys(markTitles).find((one) => button.classList.contains(one));
  if (name) button.title = `${markTitles[name]}${keysOf(name) && ` (${keysOf(name)})`}`;
});
