// The command palette: finds a feed, a page or an action by its name.

import { addressOf } from './addresses.js';
import { showNew } from './list.js';
import { markAll } from './marks.js';
import { tell } from './messages.js';
import { connection } from './offline.js';
import { refresh } from './refresh.js';
import { changeSettings, settingOf } from './settings.js';
import { keysOf } from './shortcuts.js';
import { completeSidebar } from './sidebar.js';

const palette = document.createElement('dialog');
palette.className = 'palette';
palette.setAttribute('aria-label', 'Command palette');
palette.innerHTML = `<input type="text" role="combobox" aria-expanded="true" aria-controls="commands" aria-autocomplete="list"
  aria-label="Find a feed or an action" placeholder="Find a feed or an action" autocomplete="off" autocapitalize="none" spellcheck="false">
  <ul id="commands" role="listbox" aria-label="Commands"></ul>`;
const paletteField = palette.querySelector('input');
const commandList = palette.querySelector('ul');
/** How many commands are shown at most. */
const mostCommands = 12;
let matching = [];
let selectedIndex = 0;

/** A command: its name, what it belongs to, what it does, and the keys that do it, too. */
function newCommand(name, place, run, keys = '') { return { name, place, run, keys, text: `${name} ${place}`.toLowerCase() }; }

function placeCommands() {
  const seen = new Set();
  return [...document.querySelectorAll('#menu a')].flatMap((link) => {
    const href = link.getAttribute('href');
    if (seen.has(href)) return [];
    seen.add(href);
    const list = link.closest('ul[aria-labelledby]');
    const heading = list && document.getElementById(list.getAttribute('aria-labelledby'));
    const name = (link.querySelector(':scope > span:not(.feed-mark)') ?? link).textContent.trim();
    const section = (heading?.querySelector('a > span') ?? heading)?.textContent.trim();
    return newCommand(name, section ?? 'Page', () => location.assign(href));
  });
}

function actionCommands() {
  const all = [];
  const add = (name, run, isThere = true, action = '') => { if (isThere) all.push(newCommand(name, 'Action', run, keysOf(action))); };
  add('Show new items', showNew, document.querySelector('.pill:not([hidden])'), 'new');
  add('Mark all as read', markAll, document.querySelector('form.read-all'), 'all');
  for (const link of document.querySelectorAll('.scope a:not([aria-current])')) {
    add(link.textContent === 'All' ? 'Show all items' : 'Show unread items only', () => link.click());
  }
  add('Refresh', () => refresh(), document.querySelector('form.refresh'), 'refresh');
  const follow = document.querySelector('.head form:is(.follow, .unfollow)');
  if (follow) add(`${follow.textContent.trim()} this feed`, () => follow.requestSubmit());
  for (const link of document.querySelectorAll('.item .send')) add(link.textContent, () => link.click());
  for (const [density, name] of [['comfortable', 'Comfortable rows'], ['compact', 'Compact rows'], ['cards', 'Cards']]) {
    add(name, () => changeSettings({ density }), settingOf('density') !== density);
  }
  add('Keyboard shortcuts', () => document.getElementById('help')?.showModal(), document.getElementById('help'));
  return all;
}

async function followAddress(address) {
  // The browser would replace the page by an error.
  if (connection.isLost || !await connection.answers()) return tell("No connection to Freshet. Try again when it's back.");
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: addressOf('/follow'), hidden: true });
  const field = document.createElement('input');
  Object.assign(field, { name: 'address', value: address });
  form.append(field);
  document.body.append(form);
  return form.submit();
}

function findCommands() {
  const typed = paletteField.value.trim();
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...actionCommands(), ...placeCommands()].filter(({ text }) => words.every((word) => text.includes(word)));
  const begins = ({ name }) => name.toLowerCase().startsWith(words[0] ?? '');
  matching = words.length ? [...all.filter(begins), ...all.filter((one) => !begins(one))] : all;
  matching = matching.slice(0, mostCommands);
  if (typed) {
    matching.push(newCommand(`Search for “${typed}”`, 'Search', () => location.assign(addressOf(`/search?q=${encodeURIComponent(typed)}`))));
    if (/[./]/.test(typed)) matching.push(newCommand(`Follow ${typed}`, 'Follow', () => followAddress(typed)));
  }
  selectedIndex = 0;
  showCommands();
}

function showCommands() {
  commandList.replaceChildren(...matching.map(({ name, place, keys }, index) => {
    const option = document.createElement('li');
    Object.assign(option, { id: `command-${index}`, role: 'option' });
    option.setAttribute('aria-selected', String(index === selectedIndex));
    const kind = document.createElement('small');
    kind.textContent = settingOf('keys') === 'true' && keys ? `${place} · ${keys}` : place;
    option.append(name, ' ', kind);
    return option;
  }));
  paletteField.setAttribute('aria-activedescendant', matching.length ? `command-${selectedIndex}` : '');
  commandList.children[selectedIndex]?.scrollIntoView({ block: 'nearest' });
}

function runCommand(index) {
  const chosen = matching[index];
  palette.close();
  chosen?.run();
}

/** Opens the palette, or closes it. */
export function togglePalette() {
  if (palette.open) return palette.close();
  for (const other of document.querySelectorAll('dialog[open]')) other.close();
  paletteField.value = '';
  findCommands();
  palette.showModal();
  completeSidebar().then(() => { if (!paletteField.value) findCommands(); });
}

if (document.getElementById('menu')) {
  document.body.append(palette);
  paletteField.addEventListener('input', findCommands);
  paletteField.addEventListener('keydown', (event) => {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.isComposing) return;
    if (event.key in steps && matching.length) {
      event.preventDefault();
      selectedIndex = (selectedIndex + steps[event.key] + matching.length) % matching.length;
      showCommands();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      runCommand(selectedIndex);
    }
  });
  palette.addEventListener('click', (event) => {
    const option = event.target.closest('[role=option]');
    if (option) runCommand([...commandList.children].indexOf(option));
    else if (event.target === palette) palette.close();
  });
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      togglePalette();
    }
  });
}
