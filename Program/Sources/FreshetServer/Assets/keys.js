// Keyboard shortcuts.

import { addressOf } from './addresses.js';
import { openFollowForm } from './drawer.js';
import { showNew } from './list.js';
import { markAll, markOlder, markOpened, toggle } from './marks.js';
import { closeItem, isItemOpen, moveBy } from './pane.js';
import { refresh } from './refresh.js';
import { choose, chosen } from './rows.js';
import { followed } from './sidebar.js';
import { withStorage } from './storage.js';
import { undoLast } from './undo.js';

const find = document.getElementById('find');
const help = document.getElementById('help');
const off = document.getElementById('keys-off');

if (off) {
  off.checked = withStorage((storage) => storage.getItem('keys')) === 'off';
  off.addEventListener('change', () => withStorage((storage) => storage.setItem('keys', off.checked ? 'off' : 'on')));
}

const places = {
  h: () => addressOf('/'), u: () => addressOf('/unread'), s: () => addressOf('/saved'),
  f: () => followed()[0] ?? addressOf('/following'),
};
for (const link of document.querySelectorAll('.side [data-key]')) places[link.dataset.key] = () => link.getAttribute('href');

const keys = {
  j: () => moveBy(1),
  k: () => moveBy(-1),
  Enter: () => chosen()?.querySelector('.main')?.click(),
  o() {
    const link = chosen()?.querySelector('.main');
    if (!link) return;
    open(link.href, '_blank', 'noopener');
    markOpened(chosen());
  },
  s: () => toggle(chosen(), 'saved'),
  m: () => toggle(chosen(), 'read'),
  M: () => markOlder(chosen()),
  A: markAll,
  u: undoLast,
  a: openFollowForm,
  '.': showNew,
  r: () => refresh(),
  '/': search,
  '?': () => help?.showModal(),
  Escape() {
    if (isItemOpen()) return closeItem();
    document.activeElement?.blur();
    return choose(null);
  },
};

/** Goes to the search field, or to the search page if the field can't be shown. */
function search() {
  const isShown = () => find?.getClientRects().length > 0;
  // On a narrow screen, the field is among the controls that a button shows.
  const controls = document.getElementById('show-controls');
  if (controls && !isShown()) controls.checked = true;
  if (isShown()) find.elements.q.focus();
  else location.assign(addressOf('/search'));
}

let isGoing = 0;
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector('dialog[open]')) return;
  const { key } = event;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.matches('input:not([type=range], [type=checkbox]), select, textarea')) {
    if (key === 'Escape') {
      if (target.type === 'search') {
        target.value = '';
        target.dispatchEvent(new Event('input', { bubbles: true }));
      }
      target.blur();
    }
    return;
  }
  if (off?.checked && key !== 'Escape') return;
  // Only moving repeats while a key is held: the others send requests.
  if (event.repeat && key !== 'j' && key !== 'k') return;
  const going = Date.now() - isGoing < 1500;
  isGoing = 0;
  if (going && places[key]) {
    event.preventDefault();
    location.assign(places[key]());
  } else if (key === 'g') {
    isGoing = Date.now();
  } else if (key === 'Enter' && target !== document.body) {
    // The focused element handles it.
  } else if (keys[key]) {
    event.preventDefault();
    keys[key]();
  }
});
