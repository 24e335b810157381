// Lists of unread items: which updates they apply, and how they are refilled.

import { parsed, refills } from './list.js';
import { paint } from './marks.js';
import { loadPage } from './parts.js';

/**
 * Restricts a feed's update to a list of its unread items: read rows stay, but none are added. The list may be longer than
 * the part of the feed that updates cover, so no row is removed.
 */
export function unreadOnly(list, frame) {
  // Without an order nothing but the status has changed.
  if (!frame.order) return frame;
  const present = new Set([...list.items.children].map((row) => row.id));
  const wanted = new Set(list.order);
  const rows = frame.rows.filter(({ id, html }) => present.has(id) || parsed(html).classList.contains('is-unread'));
  // A row that was read elsewhere while it waited isn't added.
  for (const { id } of frame.rows) wanted.delete(id);
  for (const { id } of rows) wanted.add(id);
  const listed = new Set(frame.order);
  const order = [...frame.order.filter((id) => wanted.has(id)), ...list.order.filter((id) => !listed.has(id) && present.has(id))];
  const places = new Map(frame.order.map((id, index) => [id, index]));
  return { ...frame, rows, order, ranks: frame.ranks && order.map((id) => frame.ranks[places.get(id)]) };
}

async function refill(list) {
  try {
    const page = await loadPage(list.root.dataset.refill);
    const items = page.querySelector('[data-refill] .rows');
    if (!items) return;
    const rows = [...items.children].map((row) => ({ id: row.id, html: row.outerHTML }));
    const at = page.querySelector('[data-refill] .read-all [name=until]')?.value;
    // A list that was loaded in parts keeps those that weren't asked for again.
    const listed = new Set(rows.map(({ id }) => id));
    const isWhole = 'isWhole' in page.querySelector('[data-refill]').dataset;
    const others = isWhole ? [] : list.order.filter((id) => !listed.has(id));
    list.take({ rows, order: [...rows.map(({ id }) => id), ...others], freshness: 'fresh', at });
    // Shown rows that a complete list lacks were read elsewhere.
    if (isWhole) for (const row of list.rows) if (!listed.has(row.id)) paint(row.dataset, 'read', true);
  } catch {
    // The next update tries again.
  }
}

let timer;

/** Refills the lists of unread items once changes have settled. */
export function refillSoon() {
  clearTimeout(timer);
  if (refills.length) timer = setTimeout(() => { for (const list of refills) refill(list); }, 300);
}
