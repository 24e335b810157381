// The current row, which keys act on.

import { listScroller } from './scroller.js';

let current = null;

/** Makes a row the current one; null for none. Without a `block` the page isn't scrolled. */
export function choose(row, block = 'nearest', takesFocus = true) {
  if (current !== row) document.querySelector('.row[aria-current]')?.removeAttribute('aria-current');
  current = row;
  if (!row) return;
  row.setAttribute('aria-current', 'true');
  if (block) row.scrollIntoView({ block });
  const link = row.querySelector('.main');
  if (takesFocus && !row.contains(document.activeElement)) link?.focus({ preventScroll: true });
}

document.addEventListener('focusin', (event) => {
  const row = event.target.closest?.('.row');
  if (row && row !== current) {
    document.querySelector('.row[aria-current]')?.removeAttribute('aria-current');
    row.setAttribute('aria-current', 'true');
    current = row;
  }
});

/** Moves the current row by a number of visible rows. */
export function step(distance, takesFocus = true) {
  const rows = [...document.querySelectorAll('.row:not([hidden])')].filter((row) => row.checkVisibility?.() ?? true);
  const here = rows.findIndex((row) => row.hasAttribute('aria-current'));
  if (here < 0) return choose(rows.find((row) => row.getBoundingClientRect().top >= 0) ?? rows[0]);
  const next = rows[here + distance];
  if (next) choose(next, 'nearest', takesFocus);
  else if (distance < 0) listScroller().scrollTop = 0;
}

// A click beside links and buttons selects the row.
document.addEventListener('click', (event) => {
  const row = event.target.closest('.row');
  if (row && !event.target.closest('a, button, .prose') && getSelection().isCollapsed) choose(row);
});

/** The current row; an update may have replaced the element. */
export function chosen() { return document.querySelector('.row[aria-current]'); }
