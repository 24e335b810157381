// Items as the server sends them, and the elements that scripts make for them.

import { loadPart } from './page-loader.js';
import { keepPlaces } from './pictures.js';
import { listScroller } from './scroller.js';
import { format } from './times.js';

/** Whether items open beside their list. */
export const isWide = matchMedia('(min-width: 68.75rem)');

/** Prepares an element that the server has sent. */
export function readied(found) {
  format(found);
  keepPlaces(found);
  return found;
}

export async function loadItem(address, signal) { return readied(await loadPart(address, 'item', '.item', signal)); }

/** All stored comments on an item in the order of reading. They aren't readied: there may be thousands. */
export async function loadComments(address) { return [...(await loadPart(address, 'comments', '.tree')).children]; }

export function element(tag, name, ...content) {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...content);
  return made;
}

/** Whether the reader has scrolled down an item. On a narrow screen, the page scrolls instead of the pane. */
export function hasScrolled(article) {
  const scroller = article.closest(isWide.matches ? '.pane, .sheet' : '.sheet');
  return (scroller ?? listScroller()).scrollTop > 0;
}
