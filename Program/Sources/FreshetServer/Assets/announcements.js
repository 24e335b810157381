// Announces new items to screen readers once they have settled, at most once every ten seconds.

import { say } from './messages.js';

/** The time in ms without new items after which the items are announced. */
const settling = 2000;
/** The minimum time in ms between two announcements, and the maximum delay of one. */
const spacing = 10000;

let waitingCount = 0;
let announcedCount = 0;
let announcedAt = -Infinity;
let arrivedAt = null;
let announcement;

/** Announces how many new items wait, after the last change of their number. */
export function announceNew(count) {
  waitingCount = count;
  clearTimeout(announcement);
  if (count <= announcedCount) {
    announcedCount = count;
    arrivedAt = null;
    return;
  }
  const now = Date.now();
  arrivedAt ??= now;
  const settled = Math.min(now + settling, arrivedAt + spacing);
  announcement = setTimeout(announce, Math.max(settled, announcedAt + spacing) - now);
}

function announce() {
  announcedCount = waitingCount;
  announcedAt = Date.now();
  arrivedAt = null;
  say(waitingCount === 1 ? '1 new item' : `${waitingCount} new items`);
}
