// The sidebar: followed feeds, which it loads once for all pages of the tab, and unread counts here and elsewhere on the page.

import { addressOf } from './addresses.js';
import { onceActed } from './user-gesture.js';
import { showIcons } from './icons.js';
import { loadPage } from './page-loader.js';
import { withStorage, withTabStorage } from './storage.js';

const side = document.querySelector('.side');
const isSideShown = matchMedia('(min-width: 60rem)');

/** The names of the folders that the reader has closed. */
function closedFolders() { return new Set(withStorage((storage) => JSON.parse(storage.getItem('folders'))) ?? []); }

/** Shows the sidebar as the reader left it: closed folders, and feeds without unread items. */
function arrangeSidebar() {
  const closed = closedFolders();
  for (const folder of document.querySelectorAll('.side [data-folder]')) folder.open = !closed.has(folder.dataset.folder);
  const hides = withStorage((storage) => storage.getItem('hides-read')) === 'true';
  side?.classList.toggle('hides-read', hides);
  document.querySelector('.side-unread')?.setAttribute('aria-pressed', String(hides));
}

document.addEventListener('toggle', ({ target }) => {
  if (target.matches?.('.side .explore')) withStorage((storage) => storage.setItem('explores', target.open));
  if (!target.matches?.('.side [data-folder]')) return;
  const closed = closedFolders();
  if (target.open) closed.delete(target.dataset.folder);
  else closed.add(target.dataset.folder);
  withStorage((storage) => storage.setItem('folders', JSON.stringify([...closed])));
}, true);
document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('.side-unread');
  if (!button) return;
  withStorage((storage) => storage.setItem('hides-read', String(button.getAttribute('aria-pressed') !== 'true')));
  arrangeSidebar();
});

// The menu of followed feeds

/** The number of the newest state of the followed feeds. */
let newestNumber = side?.dataset.followed;
/** The request for the menu; null if there is none. */
let menuRequest = null;

function currentMenu() { return side?.querySelector('.follows'); }

/** Shows a menu, with the link to the page marked. */
function placeMenu(menu) {
  const here = new URL(location.href);
  const part = here.searchParams.get('folder') ? `${here.pathname}?folder=${encodeURIComponent(here.searchParams.get('folder'))}` : here.pathname;
  for (const link of menu.querySelectorAll('a')) {
    if (link.getAttribute('href') !== part) continue;
    link.setAttribute('aria-current', 'page');
    for (let element = link; element !== menu; element = element.parentElement) element.classList.add('is-current');
  }
  const { scrollTop } = currentMenu();
  currentMenu().replaceWith(menu);
  arrangeSidebar();
  showIcons(menu);
  menu.scrollTop = scrollTop;
}

function parsedMenu(html) { return new DOMParser().parseFromString(html, 'text/html').querySelector('.follows'); }

/** Loads the menu of followed feeds, unless the reader is in it. */
export function loadSidebar() {
  menuRequest ??= (async () => {
    try {
      const menu = (await loadPage(addressOf('/following?part=menu'))).querySelector('.follows');
      if (!menu || currentMenu().contains(document.activeElement)) return;
      withTabStorage((storage) => storage.setItem('menu', menu.outerHTML));
      placeMenu(menu);
    } catch {
      // The next update tries again; until then there are the folders.
      currentMenu().classList.add('is-failed');
    } finally {
      menuRequest = null;
    }
  })();
  return menuRequest;
}

/** Loads the menu of followed feeds if the page doesn't have it, as on a narrow screen. */
export async function completeSidebar() { if (currentMenu()?.matches('.is-outline') && currentMenu().childElementCount) await loadSidebar(); }

function renewSidebar() {
  if (currentMenu() && currentMenu().dataset.followed !== newestNumber && !currentMenu().contains(document.activeElement)) loadSidebar();
}

/** Loads the list of upstreams, after the reader has chosen others. */
export async function loadExplore() {
  try {
    const fresh = (await loadPage(location.href)).querySelector('.explore');
    const old = side.querySelector('.explore');
    if (fresh && old) fresh.open = old.open;
    if (fresh) side.querySelector('.elsewhere').prepend(fresh);
    old?.remove();
  } catch {
    // The next page has it.
  }
}

/** The paths of the followed feeds in the sidebar. */
export function followed() {
  const links = document.querySelectorAll('.follows:not(.is-outline) li > a');
  return [...links].map((link) => link.getAttribute('href'));
}

/** Numbers in words, of which there may be hundreds at once. */
const unreadNumbers = new Intl.NumberFormat('en');

/** Shows the followed feeds, given the number of their state: other feeds, names or folders. */
export function showFollowed(number) {
  newestNumber = number;
  if (isSideShown.matches || !currentMenu()?.matches('.is-outline')) renewSidebar();
}

function unreadWords(count) { return count ? `${count.toLocaleString('en')}<span class="visually-hidden"> unread</span>` : ''; }

/** Shows unread counts, given by the paths of pages: `/unread`, and those of all followed feeds and their folders. */
export function showUnread(counts) {
  // The reader may have been in the sidebar before.
  if (!currentMenu()?.matches('.is-outline')) renewSidebar();
  // One search of the page: it may have thousands of elements, and the reader hundreds of feeds.
  for (const element of document.querySelectorAll('[data-unread]')) {
    const count = counts[element.dataset.unread];
    if (count === undefined) continue;
    const isCount = element.matches('.unread-count');
    const nouns = element.dataset.nouns?.split('|');
    const noun = nouns ? ` unread<span class="noun"> ${nouns[count === 1 ? 0 : 1]}</span>` : '';
    const words = isCount ? unreadWords(count) : unreadNumbers.format(count) + noun;
    if (element.innerHTML !== words) element.innerHTML = words;
    if (isCount) element.closest('li, .folder')?.classList.toggle('has-unread', count > 0);
  }
  const total = counts['/unread'];
  document.title = document.title.replace(/^(\(\d+\) )?/, total ? `(${total}) ` : '');
}

if (side) {
  const explores = withStorage((storage) => storage.getItem('explores'));
  const explore = side.querySelector('.explore');
  if (explore && explores && !explore.querySelector('[aria-current]')) explore.open = explores === 'true';
  // The menu of the last page, before anything is drawn.
  const kept = withTabStorage((storage) => storage.getItem('menu'));
  const menu = kept && parsedMenu(kept);
  if (menu?.dataset.followed === newestNumber) placeMenu(menu);
  if (menu?.dataset.shown !== document.documentElement.dataset.shown) {
    const complete = () => { if (isSideShown.matches && currentMenu().childElementCount) onceActed(loadSidebar); };
    complete();
    isSideShown.addEventListener('change', complete);
  }
  // The tab may go on to another account.
  const forget = () => withTabStorage((storage) => storage.removeItem('menu'));
  addEventListener('signedout', forget);
  document.addEventListener('submit', ({ target }) => { if (target.getAttribute('action')?.endsWith('/logout')) forget(); });
}
