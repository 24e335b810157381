// The current row, which keys act on.

import { listScroller } from './scroller.js';

let current = null;

/** The current row; an update may have replaced the element. */
export function chosen() {
  if (current && !(current.isConnected && current.hasAttribute('aria-current'))) current = document.querySelector('.row[aria-current]');
  return current;
}

function setCurrent(row) {
  const old = chosen();
  if (old === row) return;
  old?.removeAttribute('aria-current');
  row?.setAttribute('aria-current', 'true');
  current = row;
}

/** Makes a row the current one; null for none. Without a `block` the page isn't scrolled. */
export function choose(row, block = 'nearest', takesFocus = true) {
  setCurrent(row);
  if (!row) return;
  if (block) row.scrollIntoView({ block });
  const link = row.querySelector('.main');
  if (takesFocus && !row.contains(document.activeElement)) link?.focus({ preventScroll: true });
}

document.addEventListener('focusin', (event) => {
  const row = event.target.closest?.('.row');
  if (row) setCurrent(row);
});

function isShown(element) { return element.matches('.row:not([hidden])') && (element.checkVisibility?.() ?? true); }

/** The visible row after or before another one, in its list or in the next one of the page; null at the end. */
function neighbor(row, distance) {
  const [side, end] = distance < 0 ? ['previousElementSibling', 'lastElementChild'] : ['nextElementSibling', 'firstElementChild'];
  const all = [...document.querySelectorAll('.rows')];
  let next = row[side];
  for (let place = all.indexOf(row.closest('.rows')); place in all; next = all[place]?.[end]) {
    for (; next; next = next[side]) if (isShown(next)) return next;
    place += distance;
  }
  return null;
}

/** The first visible row that the top of the window doesn't cut off, or else the first one of the page. */
function firstInSight() {
  let first = null;
  for (const row of document.querySelectorAll('.row:not([hidden])')) {
    if (!isShown(row)) continue;
    first ??= row;
    if (row.getBoundingClientRect().top >= 0) return row;
  }
  return first;
}

/** Makes the next row (1) or the previous one (-1) the current one, or shows it again (0); without a current row, the first one in sight. */
export function step(distance, takesFocus = true) {
  const here = chosen();
  if (!here || !isShown(here)) return choose(firstInSight());
  const next = distance ? neighbor(here, distance) : here;
  if (next) choose(next, 'nearest', takesFocus);
  else if (distance < 0) listScroller().scrollTop = 0;
}

// A click beside links and buttons selects the row.
document.addEventListener('click', (event) => {
  const row = event.target.closest('.row');
  if (row && !event.target.closest('a, button, .prose') && getSelection().isCollapsed) choose(row);
});
