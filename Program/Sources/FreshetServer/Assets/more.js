// Loads the next part of a list of several feeds as its end comes into view, and marks rows as read as they leave at the top.

import { refills } from './list.js';
import { paint } from './marks.js';
import { say } from './messages.js';
import { post } from './offline.js';
import { loadPage } from './parts.js';
import { changeSettings, onSettings, settingOf } from './settings.js';

let isLoadingMore = false;

/** Appends the items after those of the list. What was read meanwhile isn't counted by the server any more. */
async function loadMore(list, link) {
  if (isLoadingMore) return;
  isLoadingMore = true;
  try {
    const url = new URL(link.href);
    const known = list.rows.filter((row) => row.classList.contains('is-unread')).length;
    if (list.root.dataset.refill) url.searchParams.set('offset', known + list.waiting.size);
    const page = await loadPage(url);
    const rows = [...page.querySelectorAll('.rows > .row')].map((row) => ({ id: row.id, html: row.outerHTML }));
    const present = new Set(list.order);
    list.take({ rows, order: [...list.order, ...rows.map(({ id }) => id).filter((id) => !present.has(id))], freshness: 'fresh' });
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

const endOfList = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const link = isIntersecting && target.querySelector('a[rel=next]');
    if (link && refills[0]) loadMore(refills[0], link);
  }
}, { rootMargin: '600px' });
for (const more of document.querySelectorAll('main[data-refill] .more')) endOfList.observe(more);

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('main[data-refill] a[rel=next]');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  loadMore(refills[0], link);
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
      await post('/marks', fields);
      for (const id of ids) paint({ scope, id }, 'read', true);
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
