// Announcing new items to screen readers: once they have settled, at most once every ten seconds.

import { say } from './messages.js';

/** How long nothing may arrive before what has arrived is announced, in ms. */
const settling = 2000;
/** The shortest time between two announcements, and the longest that arrivals delay one, in ms. */
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
