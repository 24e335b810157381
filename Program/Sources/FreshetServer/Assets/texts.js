// The texts of a list's items. They are requested once the page is idle, so that items open without a request.

import { addressOf } from './addresses.js';
import { onceActed } from './user-gesture.js';
import { lists, refills } from './list.js';

/** The markup of texts by the ids of their rows. */
const texts = new Map();
/** The ids of rows whose texts have been requested. Some items have none. */
const askedRows = new Set();
/** The addresses to request as soon as the page is idle. */
const nextAddresses = new Set();
let isPlanned = false;

/** Whether the reader doesn't save data. */
export function usesTexts() { return !navigator.connection?.saveData; }

/** The text of a row's item; null if the page doesn't have it yet, or there is none. */
export function textOf(row) {
  if (!texts.has(row.id)) return null;
  const template = document.createElement('template');
  template.innerHTML = texts.get(row.id);
  return template.content;
}

/** Requests the texts at an address when the page is idle. */
export function requestTexts(address) {
  if (!document.getElementById('pane') || !usesTexts()) return;
  nextAddresses.add(address);
  if (isPlanned) return;
  isPlanned = true;
  whenIdle(async () => {
    isPlanned = false;
    const addresses = [...nextAddresses];
    nextAddresses.clear();
    for (const one of addresses) await loadTexts(one);
  });
}

/** Calls a function after the first view of the page, as soon as the browser has nothing else to do. */
function whenIdle(work) {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(work), { once: true });
  else if (globalThis.requestIdleCallback) requestIdleCallback(work);
  else setTimeout(work, 200);
}

async function loadTexts(address) {
  for (const row of document.querySelectorAll('.row[data-item]')) askedRows.add(row.id);
  try {
    const answer = await fetch(address, { headers: { Accept: 'application/json' } });
    if (!answer.ok) return;
    for (const [id, text] of Object.entries((await answer.json()).texts)) texts.set(id, text);
  } catch {
    // Items are requested as they open.
  }
}

const textsMain = document.querySelector('main[data-texts]');

/** Requests the texts of the page's list if it has rows without. */
function requestMissing() {
  const isMissing = [...textsMain.querySelectorAll('.row[data-item]')].some((row) => !askedRows.has(row.id));
  if (isMissing) requestTexts(addressOf(textsMain.dataset.texts));
}

if (textsMain) {
  onceActed(requestMissing);
  let timer;
  for (const list of [...lists, ...refills]) {
    list.addEventListener('change', () => {
      clearTimeout(timer);
      timer = setTimeout(requestMissing, 1000);
    });
  }
}
