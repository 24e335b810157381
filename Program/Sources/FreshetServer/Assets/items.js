// Items as the server sends them, and the elements that scripts make for them.

import { keepPlaces } from './pictures.js';
import { listScroller } from './scroller.js';
import { format } from './times.js';

/** Whether items open beside their list. */
export const isWide = matchMedia('(min-width: 68.75rem)');

/** The part of a page that has this selector, at an item's address. */
async function loadPart(address, part, selector, signal) {
  const url = new URL(address, location.href);
  url.searchParams.set('part', part);
  const answer = await fetch(url, { signal, headers: { Accept: 'text/html' } });
  if (!answer.ok && answer.status !== 404) throw new Error(`${address}: ${answer.status}`);
  const found = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector(selector);
  if (!found) throw new Error(`${address}: no ${part}`);
  format(found);
  keepPlaces(found);
  return found;
}

export async function loadItem(address, signal) { return loadPart(address, 'item', '.item', signal); }

/** A part of an item's comments, as a list in the order of reading. */
export async function loadComments(address, from) {
  const url = new URL(address, location.href);
  url.searchParams.set('from', from);
  return loadPart(url, 'comments', '.tree');
}

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
