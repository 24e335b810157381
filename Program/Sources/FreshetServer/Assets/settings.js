// The settings of the account: applies them to this page, and stores them on the server, so that all devices have them.

import { onceActed } from './user-gesture.js';
import { serverRoot } from './addresses.js';
import { say, tell } from './messages.js';
import { connection, post } from './offline.js';
import { loadExplore } from './sidebar.js';
import { withStorage } from './storage.js';

const pageRoot = document.documentElement;
/** The settings that this browser has changed, each with the time, for its other pages. */
const changedKey = 'settings';
/** The last change, because a later one must not arrive at the server before it. */
let lastChange = Promise.resolve();

/** The value of a setting that the page has, such as `density`. */
export function settingOf(name) { return pageRoot.getAttribute(`data-${name}`); }

/** Calls a function after each change of settings. */
export function onSettings(work) { addEventListener('settings', work); }

function applySettings(settings) {
  for (const [name, value] of Object.entries(settings)) {
    if (pageRoot.hasAttribute(`data-${name}`)) pageRoot.setAttribute(`data-${name}`, value);
  }
  const ground = getComputedStyle(document.body).backgroundColor;
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = ground;
  dispatchEvent(new Event('settings'));
}

/** Applies settings, given as fields of a form, and stores them. Reverts them and returns false if that fails. */
export async function changeSettings(fields) {
  const entries = [...new URLSearchParams(fields)];
  const former = Object.fromEntries(entries.map(([name]) => [name, settingOf(name)]));
  const settings = Object.fromEntries(entries);
  applySettings(settings);
  const change = lastChange.then(() => post('/settings', entries));
  lastChange = change.catch(() => {});
  try {
    await change;
    noteChanged(settings);
    return true;
  } catch (error) {
    applySettings(former);
    tell(connection.isLost ? "No connection to Freshet. The setting wasn't changed." : error.message);
    return false;
  }
}

// Pages that are open in other tabs, that come back from the browser's memory, or that the service worker has stored

function noteChanged(settings) {
  withStorage((storage) => {
    const changed = JSON.parse(storage.getItem(changedKey)) ?? {};
    for (const [name, value] of Object.entries(settings)) changed[name] = { value, at: Date.now() };
    storage.setItem(changedKey, JSON.stringify(changed));
  });
}

/** Applies what this browser has changed since a page was made. */
function applyChanged(since) {
  withStorage((storage) => {
    const changed = Object.entries(JSON.parse(storage.getItem(changedKey)) ?? {}).filter(([, { at }]) => at > since);
    if (changed.length) applySettings(Object.fromEntries(changed.map(([name, { value }]) => [name, value])));
  });
}
addEventListener('storage', ({ key }) => { if (key === serverRoot + changedKey) applyChanged(performance.timeOrigin); });
addEventListener('pageshow', ({ persisted }) => { if (persisted) applyChanged(performance.timeOrigin); });
if (pageRoot.dataset.stored) applyChanged(Date.parse(pageRoot.dataset.stored));

// What the browser kept before accounts had settings

onceActed(() => {
  if (!document.getElementById('menu')) return;
  for (const [key, kept, setting] of [['keys', 'off', { keys: 'false' }], ['reads-by-scrolling', 'true', { scroll: 'true' }]]) {
    if (withStorage((storage) => storage.getItem(key)) !== kept) continue;
    changeSettings(setting).then((isStored) => isStored && withStorage((storage) => storage.setItem(key, '')));
  }
});

// The forms of the page

document.addEventListener('change', async ({ target }) => {
  const form = target.closest('form.preferences');
  if (!form) return;
  const fields = [...new FormData(form)].filter(([name]) => name === target.name);
  if (await changeSettings(fields)) {
    say('Saved');
    for (const field of form.elements) field.defaultChecked = field.checked;
    for (const option of form.querySelectorAll('option')) option.defaultSelected = option.selected;
    if (target.name === 'hidden') loadExplore();
  } else {
    form.reset();
  }
});

// An example fills the fields of a new service.
document.addEventListener('click', (event) => {
  const example = event.target.closest?.('.send-examples a');
  if (!example || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const [name, address] = example.closest('form').querySelectorAll('.is-new input');
  [name.value, address.value] = [example.textContent, example.dataset.address];
  address.focus();
});

// The field of a key takes the next key.
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (!target.matches?.('.key input') || [...key].length !== 1 || key === ' ') return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  event.preventDefault();
  target.value = key;
  target.dispatchEvent(new Event('input', { bubbles: true }));
});
