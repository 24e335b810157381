// Reading an item: beside its list on a wide screen, else in its place or in a sheet over the map.

import { pathOf } from './addresses.js';
import { onceActed } from './user-gesture.js';
import { followThread, leaveThread } from './comments.js';
import { loadAlways } from './full-text.js';
import { element, isWide, loadItem } from './items.js';
import { itemSelector, mark, markOpened, paintAs } from './marks.js';
import { keepPlaces } from './pictures.js';
import { choose, chosen, step } from './rows.js';
import { listScroller } from './scroller.js';
import { textOf } from './texts.js';

const page = document.querySelector('main.feed');
const pane = document.getElementById('pane');
let sheet = null;
/** Announces that another item is open, or none. */
export const opened = new EventTarget();
/** The address of the open item. */
let openedItem = pane?.querySelector('.item')?.dataset.address ?? null;
let itemRequest = null;
let hasFailed = false;
/** Where the list was scrolled to when an item took its place. */
let listTop = 0;
/** How long the server may take before what the row holds of an item is shown, in ms. */
const heldAfter = 150;

function makeSheet() {
  sheet = document.createElement('dialog');
  sheet.id = 'sheet';
  sheet.className = 'sheet';
  sheet.setAttribute('aria-labelledby', 'item-title');
  sheet.innerHTML = '<form method="dialog" class="sheet-close"><button class="button quiet">Close</button></form><div class="sheet-body"></div>';
  sheet.addEventListener('click', (event) => { if (event.target === sheet) sheet.close(); });
  sheet.addEventListener('close', () => {
    leaveItem();
    // An id is unique in the page.
    sheet.querySelector('.sheet-body').replaceChildren();
    announceOpened();
  });
  document.body.append(sheet);
}

/** The row of the open item, which an update may have replaced. */
function rowOf(article) { return article && document.querySelector(itemSelector(article.dataset, '.row[data-item]')); }

/** The page's address with an item open: a feed names it by its id, a list of several feeds by the path of its page. */
function addressWith(address) {
  const url = new URL(location.href);
  url.searchParams.delete('item');
  url.searchParams.delete('open');
  if (address && 'several' in page.dataset) url.searchParams.set('open', pathOf(address));
  else if (address) url.searchParams.set('item', new URL(address, url).searchParams.get('item'));
  return url;
}

/** Shows in the page's address what is open. The first item has its own entry in the history, so that Back closes it. */
function showAddress(address) {
  if (!('several' in page.dataset) && !page.dataset.feed) return;
  const state = { ...history.state, item: address };
  if (history.state?.item) history.replaceState(state, '', addressWith(address));
  else history.pushState(state, '', addressWith(address));
}

function announceOpened() { opened.dispatchEvent(new Event('change')); }

function leaveItem() {
  itemRequest?.abort();
  leaveThread();
  [itemRequest, openedItem, hasFailed] = [null, null, false];
}

/** What the page has of a row's item, until the server has sent all of it. */
function heldItem(row) {
  const article = element('article', 'item');
  Object.assign(article.dataset, { scope: row.dataset.scope, id: row.dataset.id, address: row.dataset.item });
  const link = row.querySelector('.main');
  const title = element('h2', '', link?.textContent ?? '');
  title.id = 'item-title';
  title.tabIndex = -1;
  const feed = row.querySelector('.place.feed')?.textContent ?? document.querySelector('h1').textContent;
  article.append(element('p', 'kicker', feed), title);
  const facts = row.querySelector('.facts')?.cloneNode(true);
  if (facts) article.append(facts);
  if (link && link.host !== location.host) {
    const site = element('a', textOf(row) ? 'button' : 'button strong', `Open ${link.host.replace(/^www\./, '')}`);
    Object.assign(site, { href: link.href, rel: link.rel });
    article.append(element('div', 'item-do', site));
  }
  const text = textOf(row);
  if (text) article.append(element('div', 'prose', text));
  keepPlaces(article);
  return article;
}

/** An item of which the server has sent nothing: the text that the page has is shown all the same. */
function failedItem(row) {
  const article = heldItem(row);
  const words = article.querySelector('.prose') ? "Couldn't load the rest of the item. Freshet didn't respond." : "Couldn't load the item. Freshet didn't respond.";
  article.append(element('p', 'fine', words));
  return article;
}

/**
 * Opens the item of a row and marks it as read.
 * @param takesFocus whether the keyboard goes to the item
 * @param isSheet whether a narrow screen shows the item over the page
 */
export async function openItem(row, { takesFocus = true, isSheet = false } = {}) {
  const address = row?.dataset.item;
  if (!address) return;
  markOpened(row);
  if (address === openedItem && !hasFailed) {
    if (takesFocus) pane?.querySelector('#item-title')?.focus();
    return;
  }
  leaveItem();
  openedItem = address;
  itemRequest = new AbortController();
  const { signal } = itemRequest;
  let article;
  const showHeld = () => { if (!isSheet && !signal.aborted) showInPane(heldItem(row), takesFocus); };
  const held = textOf(row) ? showHeld() : setTimeout(showHeld, heldAfter);
  try {
    article = await loadItem(address, signal);
  } catch {
    if (signal.aborted) return;
    hasFailed = true;
    article = failedItem(row);
  } finally {
    clearTimeout(held);
  }
  if (signal.aborted) return;
  if (isSheet) showInSheet(article);
  else showInPane(article, takesFocus);
  const shownRow = rowOf(article);
  if (shownRow) paintAs(shownRow);
  loadAlways(article);
  followThread(article, address);
}

function showInPane(article, takesFocus) {
  const old = pane.querySelector('.item');
  const isSame = old?.dataset.address === article.dataset.address && !hasFailed;
  const hadFocus = isSame && old.contains(document.activeElement);
  const top = isSame ? pane.scrollTop : 0;
  old?.remove();
  pane.append(article);
  pane.hidden = false;
  announceOpened();
  pane.scrollTop = top;
  showAddress(openedItem);
  if (!isWide.matches) takePlace(article, isSame);
  page.classList.add('has-item');
  if (isSame ? hadFocus : takesFocus) article.querySelector('#item-title').focus({ preventScroll: true });
}

function showInSheet(article) {
  if (!sheet) makeSheet();
  sheet.querySelector('.sheet-body').replaceChildren(article);
  if (!sheet.open) sheet.showModal();
  announceOpened();
  sheet.scrollTop = 0;
}

/** Where an item is the page, its headings are the page's. */
function raiseHeadings(article) {
  article.querySelector('#item-title').setAttribute('aria-level', '1');
  for (const title of article.querySelectorAll('#files-title, #story-title')) title.setAttribute('aria-level', '2');
}

/** A small screen shows nothing but the item. */
function takePlace(article, isSame) {
  raiseHeadings(article);
  if (isSame) return;
  if (!page.classList.contains('has-item')) listTop = listScroller().scrollTop;
  // Hiding the list scrolls it.
  page.classList.add('has-item');
  listScroller().scrollTop = 0;
}

/** Whether an item is open, which closes to its list. */
export function isItemOpen() { return Boolean(page?.classList.contains('has-item')); }

/** Closes the item, as Back does. */
export function closeItem() {
  if (history.state?.item && !history.state.isFirst) return history.back();
  hideItem();
  return history.replaceState(null, '', addressWith(null));
}

/** Shows the list alone; the keyboard goes back to the row, or to another one if the row is gone. */
function hideItem() {
  const row = rowOf(pane.querySelector('.item'));
  leaveItem();
  page.classList.remove('has-item');
  pane.hidden = true;
  pane.querySelector('.item')?.remove();
  announceOpened();
  if (!isWide.matches) listScroller().scrollTop = listTop;
  if (row && !row.hidden) {
    choose(row);
    row.querySelector('.main')?.focus({ preventScroll: true });
  } else {
    step(0);
  }
}

addEventListener('popstate', ({ state }) => {
  const { searchParams } = new URL(location.href);
  if (!searchParams.has('item') && !searchParams.has('open')) {
    if (isItemOpen()) hideItem();
    return;
  }
  const row = state?.item && [...document.querySelectorAll('.row[data-item]')].find(({ dataset }) => dataset.item === state.item);
  if (row) openItem(row);
  else if (state?.item && state.item !== openedItem) location.reload();
});

let followTimer;

/** Moves to another row. An open item follows; rows that are only passed stay unread. */
export function moveBy(distance) {
  if (isItemOpen() && !isWide.matches) return openNeighbour(distance);
  step(distance);
  if (!isItemOpen()) return undefined;
  clearTimeout(followTimer);
  followTimer = setTimeout(() => { if (isItemOpen()) openItem(chosen(), { takesFocus: false }); }, 120);
  return undefined;
}

/** The next or the previous row whose item opens. */
function openable(row, distance) {
  const side = distance < 0 ? 'previousElementSibling' : 'nextElementSibling';
  let next = row?.[side];
  while (next && !next.matches('[data-item]:not([hidden])')) next = next[side];
  if (next || !row) return next;
  // The page may have another list before or after this one.
  const rows = [...document.querySelectorAll('.row[data-item]:not([hidden])')];
  return rows[rows.indexOf(row) + distance];
}

/** Opens the next or the previous item of the list. */
function openNeighbour(distance) {
  if (isWide.matches) {
    step(distance, false);
    openItem(chosen(), { takesFocus: false });
    return;
  }
  const row = rowOf(pane.querySelector('.item'));
  // The row of an item that has been read may be gone.
  const next = row || distance < 0 ? openable(row, distance) : document.querySelector('.row[data-item]:not([hidden])');
  if (!next) return;
  choose(next, null, false);
  openItem(next);
}

// On a phone a swipe does the same.

let swipe = null;
pane?.addEventListener('touchstart', ({ touches, target }) => {
  const isAlone = touches.length === 1 && !target.closest('pre, table, .place-map, input');
  swipe = isAlone && !isWide.matches ? { x: touches[0].clientX, y: touches[0].clientY } : null;
}, { passive: true });
pane?.addEventListener('touchend', ({ changedTouches }) => {
  if (!swipe) return;
  const [x, y] = [changedTouches[0].clientX - swipe.x, changedTouches[0].clientY - swipe.y];
  swipe = null;
  if (Math.abs(x) > 70 && Math.abs(y) < Math.abs(x) / 2) openNeighbour(x < 0 ? 1 : -1);
}, { passive: true });

document.addEventListener('click', (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const stepButton = event.target.closest?.('.pane-step');
  if (stepButton) {
    openNeighbour(Number(stepButton.value));
    return;
  }
  const close = event.target.closest?.('.pane-close');
  if (close) {
    if (!isItemOpen()) return;
    event.preventDefault();
    closeItem();
    return;
  }
  const row = event.target.closest?.('.row[data-item]');
  if (!row) return;
  const isLink = event.target.closest('.main, .excerpt');
  if (!isLink && (event.target.closest('a, button, .prose') || !getSelection().isCollapsed)) return;
  event.preventDefault();
  choose(row, 'nearest');
  openItem(row);
});

document.addEventListener('submit', (event) => {
  if (!event.target.matches('.item-marks')) return;
  event.preventDefault();
  mark(event.target.closest('.item'), event.submitter.value);
});

// A page that comes with an open item.

if (openedItem) {
  if (!history.state?.item) history.replaceState({ item: openedItem, isFirst: true }, '');
  const article = pane.querySelector('.item');
  const row = rowOf(article);
  if (isWide.matches && row) choose(row, 'nearest', false);
  // A small screen shows nothing else.
  if (!isWide.matches) raiseHeadings(article);
  onceActed(() => { if (article.querySelector('.mark.read[aria-pressed="false"]')) mark(article, 'read'); });
  onceActed(() => loadAlways(article));
  followThread(article, openedItem);
}
