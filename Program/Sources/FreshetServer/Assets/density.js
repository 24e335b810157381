// The density of rows, stored in a cookie so that the server can apply it.

import { serverRoot } from './addresses.js';

function applyDensity(density) {
  document.documentElement.dataset.density = density;
  for (const button of document.querySelectorAll('.density button')) {
    button.setAttribute('aria-pressed', String(button.value === density));
  }
}

/** Applies `comfortable` or `compact`, and keeps it for a year. */
export function setDensity(density) {
  applyDensity(density);
  document.cookie = `density=${density}; Path=${serverRoot}/; SameSite=Lax; Max-Age=31536000`;
}

/** The other density. */
export function otherDensity() { return document.documentElement.dataset.density === 'compact' ? 'comfortable' : 'compact'; }

document.addEventListener('submit', (event) => {
  if (!event.target.matches('.density') || !event.submitter) return;
  event.preventDefault();
  setDensity(event.submitter.value);
});

// The reader may have changed it on a later page before coming back.
addEventListener('pageshow', (event) => {
  const kept = event.persisted && document.cookie.match(/(?:^|; )density=(\w+)/)?.[1];
  if (kept) applyDensity(kept);
});
