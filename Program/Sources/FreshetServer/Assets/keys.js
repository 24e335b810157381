// Keyboard shortcuts.

import { addressOf } from './addresses.js';
import { openFollowForm } from './drawer.js';
import { openLabelForm, openShareMenu } from './label-form.js';
import { showNew } from './list.js';
import { markAll, markOlder, markOpened, toggle } from './marks.js';
import { closeItem, isItemOpen, moveBy } from './pane.js';
import { togglePlay } from './player-bar.js';
import { refresh } from './refresh.js';
import { choose, chosen } from './rows.js';
import { changeSettings, onSettings, settingOf } from './settings.js';
import { actionOf } from './shortcuts.js';
import { followed } from './sidebar.js';
import { undoLast } from './undo.js';

const find = document.getElementById('find');
const help = document.getElementById('help');
const off = document.getElementById('keys-off');

if (off) {
  off.addEventListener('change', () => changeSettings({ keys: String(!off.checked) }));
  onSettings(() => { off.checked = settingOf('keys') === 'false'; });
}

const places = {
  h: () => addressOf('/'), u: () => addressOf('/unread'), s: () => addressOf('/saved'),
  f: () => followed()[0] ?? addressOf('/following'),
};
for (const link of document.querySelectorAll('.side [data-key]')) places[link.dataset.key] = () => link.getAttribute('href');

/** What shortcuts do, by their names in the table of keys. */
const actions = {
  next: () => moveBy(1),
  previous: () => moveBy(-1),
  open() {
    const link = chosen()?.querySelector('.main');
    if (!link) return;
    open(link.href, '_blank', 'noopener');
    markOpened(chosen());
  },
  save: () => toggle(chosen(), 'saved'),
  read: () => toggle(chosen(), 'read'),
  label: openLabelForm,
  send: openShareMenu,
  play: togglePlay,
  older: () => markOlder(chosen()),
  all: markAll,
  undo: undoLast,
  follow: openFollowForm,
  new: showNew,
  refresh: () => refresh(),
  search,
  go() { isGoing = Date.now(); },
};
/** What keys do that can't be changed. */
const fixedKeys = {
  Enter: () => chosen()?.querySelector('.main')?.click(),
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
  if (settingOf('keys') === 'false' && key !== 'Escape') return;
  const action = actionOf(key);
  // Only moving repeats while a key is held: the others send requests.
  if (event.repeat && action !== 'next' && action !== 'previous') return;
  const going = Date.now() - isGoing < 1500;
  isGoing = 0;
  if (going && places[key]) {
    event.preventDefault();
    location.assign(places[key]());
  } else if (key === 'Enter' && target !== document.body) {
    // The focused element handles it.
  } else if (fixedKeys[key] ?? actions[action]) {
    event.preventDefault();
    (fixedKeys[key] ?? actions[action])();
  }
});
