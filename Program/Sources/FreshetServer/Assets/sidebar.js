// The sidebar: followed feeds, and unread counts here and elsewhere on the page.

import { loadPage } from './parts.js';
import { withStorage } from './storage.js';

/** The names of the folders that the reader has closed. */
function closedFolders() { return new Set(withStorage((storage) => JSON.parse(storage.getItem('folders'))) ?? []); }

/** Shows the sidebar as the reader left it: closed folders, and feeds without unread items. */
function arrangeSidebar() {
  const closed = closedFolders();
  for (const folder of document.querySelectorAll('.side [data-folder]')) folder.open = !closed.has(folder.dataset.folder);
  const hides = withStorage((storage) => storage.getItem('hides-read')) === 'true';
  document.querySelector('.side')?.classList.toggle('hides-read', hides);
  document.querySelector('.side-unread')?.setAttribute('aria-pressed', String(hides));
}

arrangeSidebar();
document.addEventListener('toggle', ({ target }) => {
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

let isLoading = false;
/** The newest version of the followed feeds. */
let newestVersion;

/** The paths of the followed feeds in the sidebar. */
export function followed() {
  const links = document.querySelectorAll('.follows li > a');
  return [...links].map((link) => link.getAttribute('href'));
}

function unreadWords(count) { return count ? `${count.toLocaleString('en')}<span class="visually-hidden"> unread</span>` : ''; }

/** Shows the followed feeds, given their version: other feeds, names or folders. */
export function showFollowed(version) {
  newestVersion = version;
  renewSidebar();
}

function renewSidebar() { if (document.querySelector('.side').dataset.followed !== newestVersion) loadSidebar(); }

/** Shows unread counts, given by the paths of pages: `/unread`, and those of all followed feeds. */
export function showUnread(counts) {
  // The reader may have been in the sidebar before.
  renewSidebar();
  for (const [path, count] of Object.entries(counts)) {
    for (const element of document.querySelectorAll(`[data-unread="${CSS.escape(path)}"]`)) {
      if (element.matches('.unread-count')) {
        element.innerHTML = unreadWords(count);
      } else {
        element.textContent = count.toLocaleString('en');
      }
    }
  }
  for (const folder of document.querySelectorAll('[data-unread-folder]')) {
    const feeds = folder.closest('.folder').querySelectorAll('.unread-count[data-unread]');
    const count = [...feeds].reduce((sum, element) => sum + (counts[element.dataset.unread] ?? 0), 0);
    folder.innerHTML = unreadWords(count);
  }
  const total = counts['/unread'];
  document.title = document.title.replace(/^(\(\d+\) )?/, total ? `(${total}) ` : '');
}

/** Replaces the sidebar by the one that the server sends now, unless the reader is in it. */
export async function loadSidebar() {
  const side = document.querySelector('.side');
  if (isLoading || side.contains(document.activeElement)) return;
  isLoading = true;
  try {
    const fresh = (await loadPage(location.href)).querySelector('.side');
    if (!fresh || side.contains(document.activeElement)) return;
    side.replaceChildren(...fresh.childNodes);
    side.dataset.followed = fresh.dataset.followed;
    arrangeSidebar();
  } catch {
    // The next update tries again.
  } finally {
    isLoading = false;
  }
}
