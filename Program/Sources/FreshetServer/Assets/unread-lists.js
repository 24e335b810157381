// Lists of unread items: which updates they apply, and how they are refilled.

import { addressOf } from './addresses.js';
import { parsed, refills } from './list.js';
import { paint } from './marks.js';
import { loadPage } from './page-loader.js';

/**
 * A new order of a list, with the shown rows that it lacks where they were: before the row that followed them. Of those at the end, read ones
 * stay behind the row before them; unread ones are beyond the part that the order covers.
 */
function completed(order, old) {
  const isRead = (id) => document.getElementById(id)?.classList.contains('is-read');
  const listed = new Set(order);
  const before = new Map();
  let lacking = [];
  let last = null;
  for (const id of old) {
    if (listed.has(id)) {
      before.set(id, lacking);
      [last, lacking] = [id, []];
    } else {
      lacking.push(id);
    }
  }
  const readCount = lacking.findIndex((id) => !isRead(id));
  const read = last === null ? [] : lacking.splice(0, readCount < 0 ? lacking.length : readCount);
  return [...order.flatMap((id) => [...(before.get(id) ?? []), id, ...(id === last ? read : [])]), ...lacking];
}

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
  const order = completed(frame.order.filter((id) => wanted.has(id)), list.order.filter((id) => listed.has(id) ? wanted.has(id) : present.has(id)));
  const places = new Map(frame.order.map((id, index) => [id, index]));
  return { ...frame, rows, order, ranks: frame.ranks && order.map((id) => frame.ranks[places.get(id)]) };
}

async function refill(list) {
  try {
    const page = await loadPage(addressOf(list.root.dataset.refill));
    const items = page.querySelector('[data-refill] .rows');
    if (!items) return;
    const rows = [...items.children].map((row) => ({ id: row.id, html: row.outerHTML, arrived: row.dataset.arrived }));
    const at = page.querySelector('.read-all [name=until]')?.value;
    // A list that was loaded in parts keeps those that weren't asked for again.
    const listed = new Set(rows.map(({ id }) => id));
    const isWhole = 'isWhole' in page.querySelector('[data-refill]').dataset;
    const order = rows.map(({ id }) => id);
    // Another list of the page may show an item.
    const isElsewhere = ({ id }) => document.getElementById(id) && document.getElementById(id).parentElement !== list.items;
    list.take({ rows: rows.filter((row) => !isElsewhere(row)), order: isWhole ? order : completed(order, list.order), freshness: 'fresh', at });
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
