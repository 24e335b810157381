// Loads the next part of a list as its end comes into view, and marks rows as read as they leave at the top.

import { addressOf } from './addresses.js';
import { onceActed } from './user-gesture.js';
import { List, lists, refills } from './list.js';
import { moveLive } from './live.js';
import { paint, paintRows } from './marks.js';
import { say } from './messages.js';
import { post } from './offline.js';
import { loadPage } from './page-loader.js';
import { changeSettings, onSettings, settingOf } from './settings.js';
import { requestTexts } from './texts.js';

/** The list of a page that has but one. */
function onlyList() {
  const root = document.querySelector('main.feed');
  if (root?.querySelectorAll('.rows').length !== 1) return null;
  return [...refills, ...lists].find((list) => list.root === root) ?? new List(root);
}

const longList = onlyList();
let isLoadingMore = false;

/** Appends the items after those of the list. What was read meanwhile isn't counted by the server any more. */
async function loadMore(list, link) {
  // Rows that a filter hides would have the whole feed loaded.
  if (isLoadingMore || list.items.querySelector(':scope > [hidden]')) return;
  isLoadingMore = true;
  try {
    const url = new URL(link.href);
    const known = list.rows.filter((row) => row.classList.contains('is-unread')).length;
    if (list.root.dataset.refill) url.searchParams.set('offset', known + list.waiting.size);
    const page = await loadPage(url);
    const main = page.querySelector('main');
    if (list.root.dataset.feed) lengthen(list.root.dataset, main.dataset, url);
    const rows = [...page.querySelectorAll('.rows > .row')].map((row) => ({ id: row.id, html: row.outerHTML }));
    const present = new Set(list.order);
    list.take({ rows, order: [...list.order, ...rows.map(({ id }) => id).filter((id) => !present.has(id))], freshness: 'fresh' });
    if (main.dataset.texts) requestTexts(addressOf(main.dataset.texts));
    const next = page.querySelector('.more');
    const shown = link.closest('.more');
    if (next) {
      shown.replaceWith(next);
      endOfList.observe(next);
    } else {
      shown.remove();
    }
  } catch {
    // The link stays.
  } finally {
    isLoadingMore = false;
  }
}

/** A feed's page becomes that of a longer part of it, so that events and a reload bring that part. */
function lengthen(own, longer, url) {
  for (const name of ['limit', 'texts', 'live']) if (longer[name]) own[name] = longer[name];
  if (longer.live) moveLive(addressOf(longer.live), longer.seen);
  const address = new URL(location.href);
  address.searchParams.set('limit', url.searchParams.get('limit'));
  history.replaceState(history.state, '', address);
}

const endOfList = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const link = isIntersecting && target.querySelector('a[rel=next]');
    if (link) loadMore(longList, link);
  }
}, { rootMargin: '600px' });
if (longList) onceActed(() => { for (const more of longList.root.querySelectorAll('.more')) endOfList.observe(more); });

document.addEventListener('click', (event) => {
  const link = longList && event.target.closest?.('.more a[rel=next]');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  loadMore(longList, link);
});

// Reading by scrolling, for those who choose it

const scrollReader = document.querySelector('.reads-by-scrolling');
let passed = [];
let passing;

async function markPassed() {
  const rows = passed;
  passed = [];
  const scopes = new Map();
  for (const { dataset } of rows) scopes.set(dataset.scope, [...(scopes.get(dataset.scope) ?? []), dataset.id]);
  for (const [scope, ids] of scopes) {
    const fields = new URLSearchParams({ scope, mark: 'read' });
    for (const id of ids) fields.append('id', id);
    try {
      const answer = await post('/marks', fields);
      for (const id of ids) paint({ scope, id }, 'read', true);
      paintRows((await answer.json()).changed, true);
    } catch {
      say("Couldn't mark items as read");
    }
  }
}

const passedRows = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect, rootBounds } of entries) {
    if (isIntersecting || boundingClientRect.bottom > (rootBounds?.top ?? 0) + 100 || !target.classList.contains('is-unread')) continue;
    passed.push(target);
    clearTimeout(passing);
    passing = setTimeout(markPassed, 800);
  }
});

function readByScrolling() {
  const isOn = settingOf('scroll') === 'true';
  scrollReader.setAttribute('aria-pressed', String(isOn));
  passedRows.disconnect();
  if (isOn) for (const row of refills[0]?.rows ?? []) passedRows.observe(row);
}

if (scrollReader) {
  readByScrolling();
  onSettings(readByScrolling);
  scrollReader.addEventListener('click', () => changeSettings({ scroll: String(settingOf('scroll') !== 'true') }));
  refills[0]?.addEventListener('change', readByScrolling);
}
