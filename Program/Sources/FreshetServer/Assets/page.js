// What a page does beyond links and forms: ages, shortcuts, marks, live lists.

import { Filter, List } from './list.js';
import { Live, say } from './live.js';

// Times in the reader's time zone, and ages that grow.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function clock(date) { return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':'); }

function dayWords(date, now) {
  const day = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

function words(kind, date, now) {
  if (kind === 'clock') {
    const isToday = date.toDateString() === now.toDateString();
    return isToday ? clock(date) : `${dayWords(date, now)}, ${clock(date)}`;
  }
  // Clocks differ: an instant up to an hour ahead counts as now.
  const ahead = date - now;
  const seconds = ahead > 0 && ahead < 36e5 ? 0 : Math.round((now - date) / 1000);
  const size = Math.abs(seconds);
  if (size < 5) return kind === 'ago' ? 'just now' : 'now';
  const age = size < 60 ? `${size} s`
    : size < 3600 ? `${Math.floor(size / 60)} min`
    : size < 86400 ? `${Math.floor(size / 3600)} h`
    : size < 6 * 86400 ? `${Math.floor(size / 86400)} d` : null;
  if (age === null) return dayWords(date, now);
  if (seconds < 0) return `in ${age}`;
  return kind === 'ago' ? `${age} ago` : age;
}

function format(root) {
  const now = new Date();
  for (const time of root.querySelectorAll('time[datetime]')) {
    const date = new Date(time.dateTime);
    const text = words(time.className, date, now);
    if (time.textContent !== text) time.textContent = text;
  }
}

// The full date as a tooltip, formatted on demand because it takes milliseconds.
let full = null;
document.addEventListener('pointerover', ({ target }) => {
  const time = target.closest?.('time[datetime]');
  if (time && !time.title) {
    full ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });
    time.title = full.format(new Date(time.dateTime));
  }
});

format(document);
let ticks = 0;
setInterval(() => {
  if (document.hidden) return;
  ticks += 1;
  format(ticks % 20 ? document.querySelector('main') : document);
}, 1000);

// Lists

const lists = [...document.querySelectorAll('[data-feed]')].map((root) => new List(root, format));
const form = document.getElementById('filter');
const find = document.getElementById('find');
if (form && lists.length) new Filter(form, lists[0], document.getElementById('matches'));
for (const list of lists) list.addEventListener('count', () => { if (list.count) say(`${list.count} new`); });
const { live, seen } = document.querySelector('main')?.dataset ?? {};
if (live) new Live(live, seen, lists, format, { feeds: showFeeds, unread: showUnread });

// Another feed is followed, here or elsewhere: the reader decides when the page reloads, unless nobody looks.

const offer = document.getElementById('changed');
function showFeeds(feeds) {
  offer.hidden = feeds.join() === lists.map((list) => list.root.dataset.feed).join();
  if (!offer.hidden && document.hidden) location.reload();
}
offer?.addEventListener('click', () => location.reload());

/** Shows unread counts, given by the paths of pages. */
function showUnread(counts) {
  for (const [path, count] of Object.entries(counts)) {
    for (const element of document.querySelectorAll(`[data-unread="${CSS.escape(path)}"]`)) {
      if (element.matches('.unread-count')) {
        element.innerHTML = count ? `${count}<span class="visually-hidden"> unread</span>` : '';
      } else {
        element.textContent = count;
      }
    }
  }
  const total = counts['/unread'];
  document.title = document.title.replace(/^(\(\d+\) )?/, total ? `(${total}) ` : '');
}

const map = document.getElementById('map');
if (map) import('./map.js').then(({ tie }) => tie(map, lists[0], choose));

// The current row

let current = null;

function choose(row, block = 'nearest') {
  if (current !== row) document.querySelector('.row[aria-current]')?.removeAttribute('aria-current');
  current = row;
  if (!row) return;
  row.setAttribute('aria-current', 'true');
  row.scrollIntoView({ block });
  const link = row.querySelector('.main');
  if (!row.contains(document.activeElement)) link?.focus({ preventScroll: true });
}

document.addEventListener('focusin', (event) => {
  const row = event.target.closest?.('.row');
  if (row && row !== current) {
    document.querySelector('.row[aria-current]')?.removeAttribute('aria-current');
    row.setAttribute('aria-current', 'true');
    current = row;
  }
});

function step(distance) {
  const rows = [...document.querySelectorAll('.row:not([hidden])')].filter((row) => row.checkVisibility?.() ?? true);
  const here = rows.findIndex((row) => row.hasAttribute('aria-current'));
  if (here < 0) return choose(rows.find((row) => row.getBoundingClientRect().top >= 0) ?? rows[0]);
  const next = rows[here + distance];
  if (next) choose(next);
  else if (distance < 0) scrollTo({ top: 0 });
}

// A tap beside links and buttons selects the row, which then shows its whole title.
document.addEventListener('click', (event) => {
  const row = event.target.closest('.row');
  if (row && !event.target.closest('a, button, summary, .prose') && getSelection().isCollapsed) choose(row);
});

/** The current row; an update may have replaced the element. */
function chosen() { return document.querySelector('.row[aria-current]'); }

// Marks

async function post(path, fields, options = {}) {
  const answer = await fetch(path, {
    method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(fields), ...options,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

function paint(row, name, isOn) {
  if (name === 'read') row.classList.toggle('is-unread', !isOn);
  row.classList.toggle(`is-${name}`, isOn);
  const button = row.querySelector(`.mark.${name === 'read' ? 'read' : 'save'}`);
  button?.setAttribute('aria-pressed', String(isOn));
  if (button) button.value = isOn ? `un${name}` : name;
}

async function mark(row, value) {
  if (!row?.querySelector('.marks')) return;
  const name = value.replace(/^un/, '');
  const isOn = value === name;
  paint(row, name, isOn);
  try {
    const { scope, id } = row.dataset;
    await post('/marks', { scope, id, mark: value }, { keepalive: true });
    if (name === 'saved') say(isOn ? 'Saved for later' : 'Removed from saved');
  } catch {
    paint(row, name, !isOn);
    say('Couldn’t save the change. The server didn’t answer.');
  }
}

function toggle(row, name) {
  if (row) mark(row, row.classList.contains(`is-${name}`) ? `un${name}` : name);
}

for (const type of ['click', 'auxclick']) {
  document.addEventListener(type, (event) => {
    const row = event.button < 2 && event.target.closest('.row .main')?.closest('.row');
    if (row?.classList.contains('is-unread')) mark(row, 'read');
  });
}
document.addEventListener('toggle', ({ target }) => {
  const row = target.open && target.closest?.('.row');
  if (row && row.classList.contains('is-unread')) mark(row, 'read');
}, true);

// Marking many items as read, and undoing it for ten seconds

const undo = document.getElementById('undo');
let changed = [];

async function markMany(fields) {
  try {
    const answer = await (await post('/marks', fields)).json();
    changed = answer.changed;
    paintRows(changed, true);
    offerUndo(changed.length === 1 ? 'Marked 1 item as read.' : `Marked ${changed.length} items as read.`);
  } catch {
    say('Couldn’t save the change. The server didn’t answer.');
  }
}

/** Shows the marks of items at once; updates of the feed follow. */
function paintRows(keys, isRead) {
  const ids = new Set(keys.map(({ scope, id }) => `${scope} ${id}`));
  for (const row of document.querySelectorAll('.row[data-scope]')) {
    if (ids.has(`${row.dataset.scope} ${row.dataset.id}`)) paint(row, 'read', isRead);
  }
}

function offerUndo(words) {
  clearTimeout(offerUndo.timer);
  undo.hidden = false;
  if (!changed.length) {
    undo.replaceChildren('No unread items.');
  } else {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Undo';
    button.addEventListener('click', undoMarks);
    undo.replaceChildren(`${words} `, button);
  }
  offerUndo.timer = setTimeout(() => {
    undo.hidden = true;
    changed = [];
  }, 10000);
}

async function undoMarks() {
  const keys = changed;
  changed = [];
  undo.hidden = true;
  if (!keys.length) return;
  const scopes = Map.groupBy ? Map.groupBy(keys, ({ scope }) => scope) : keys.reduce((map, key) => map.set(key.scope, [...(map.get(key.scope) ?? []), key]), new Map());
  try {
    for (const [scope, items] of scopes) {
      for (let begin = 0; begin < items.length; begin += 200) {
        const fields = new URLSearchParams({ scope, mark: 'unread' });
        for (const { id } of items.slice(begin, begin + 200)) fields.append('id', id);
        await post('/marks', fields);
      }
    }
    paintRows(keys, false);
    say('Marked as unread again');
  } catch {
    say('Couldn’t save the change. The server didn’t answer.');
  }
}

function markAll() {
  const all = document.querySelector('form.read-all');
  if (all) markMany(new FormData(all));
}

function markOlder(row) {
  const button = row?.querySelector('.mark.older');
  if (button) markMany(new FormData(button.form, button));
}

// Scrolls a row of tabs to the current one.

for (const tab of document.querySelectorAll('.tabs [aria-current]')) {
  const row = tab.closest('.tabs');
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

// Forms that need no new page

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.matches('.marks')) {
    event.preventDefault();
    if (event.submitter.value === 'older') markOlder(form.closest('.row'));
    else mark(form.closest('.row'), event.submitter.value);
  } else if (form.matches('.read-all')) {
    event.preventDefault();
    markAll();
  } else if (form.matches('.refresh')) {
    event.preventDefault();
    refresh(form.closest('[data-feed]'));
  }
});

async function refresh(only) {
  document.body.classList.add('is-asking');
  const roots = only ? [only] : live ? lists.map((list) => list.root) : [];
  try {
    await Promise.all(roots.map((root) => post('/refresh', { feed: root.dataset.live ?? root.dataset.feed })));
  } catch {
    say('The server didn’t answer');
  }
  setTimeout(() => document.body.classList.remove('is-asking'), 600);
}

// A visit lasts from when the page can be seen until it can't.

function visit() {
  const feed = document.querySelector('main[data-feed]')?.dataset.feed;
  if (feed) navigator.sendBeacon('/visit', new URLSearchParams({ feed }));
}
if (!document.hidden) visit();
document.addEventListener('visibilitychange', () => {
  visit();
  if (!document.hidden) format(document);
});
addEventListener('pagehide', () => { if (!document.hidden) visit(); });

// Keys

const help = document.getElementById('help');
const off = document.getElementById('keys-off');
if (off) {
  off.checked = localStorage.getItem('keys') === 'off';
  off.addEventListener('change', () => localStorage.setItem('keys', off.checked ? 'off' : 'on'));
}

const places = {
  h: () => '/', u: () => '/unread', s: () => '/saved',
  f: () => document.querySelector('.side ul[aria-labelledby="side-followed"] a')?.getAttribute('href') ?? '/',
};
for (const link of document.querySelectorAll('.side [data-key]')) places[link.dataset.key] = () => link.getAttribute('href');

const keys = {
  j: () => step(1),
  k: () => step(-1),
  Enter: () => chosen()?.querySelector('.main')?.click(),
  o() {
    const link = chosen()?.querySelector('.main');
    if (!link) return;
    open(link.href, '_blank', 'noopener');
    if (chosen().classList.contains('is-unread')) mark(chosen(), 'read');
  },
  s: () => toggle(chosen(), 'saved'),
  m: () => toggle(chosen(), 'read'),
  M: () => markOlder(chosen()),
  A: markAll,
  u: undoMarks,
  '.': () => lists.forEach((list) => { if (list.count) list.show(true); }),
  r: () => refresh(),
  '/'() {
    if (find) find.elements.q.focus();
    else location.assign('/search');
  },
  '?': () => help?.showModal(),
  Escape() {
    document.activeElement?.blur();
    choose(null);
  },
};

let isGoing = 0;
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || help?.open) return;
  const { key } = event;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.matches('input:not([type=range], [type=checkbox]), select, textarea')) {
    if (key === 'Escape') {
      if (target.type === 'search') {
        target.value = '';
        target.dispatchEvent(new Event('input', { bubbles: true }));
      }
      target.blur();
    }
    return;
  }
  if (off?.checked && key !== 'Escape') return;
  const going = Date.now() - isGoing < 1500;
  isGoing = 0;
  if (going && places[key]) {
    event.preventDefault();
    location.assign(places[key]());
  } else if (key === 'g') {
    isGoing = Date.now();
  } else if (key === 'Enter' && target !== document.body) {
    // The focused element handles it.
  } else if (keys[key]) {
    event.preventDefault();
    keys[key]();
  }
});

// Pulling the page down refreshes it and shows new items.

const far = 72;
let pull = null;
addEventListener('touchstart', ({ touches }) => {
  const isFree = scrollY <= 0 && touches.length === 1 && lists.length && !help?.open;
  pull = isFree ? { y: touches[0].clientY, x: touches[0].clientX, by: 0 } : null;
}, { passive: true });
addEventListener('touchmove', ({ touches }) => {
  if (!pull) return;
  const by = touches[0].clientY - pull.y;
  if (by < 0 || Math.abs(touches[0].clientX - pull.x) > Math.max(by, 24)) return endPull();
  if (by < 12) return;
  if (!pull.sign) {
    pull.sign = document.createElement('div');
    pull.sign.className = 'pull';
    pull.sign.innerHTML = '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M16 6.5A7 7 0 1 0 17 10.5M16.5 2.5v4.2h-4.2"/></svg>';
    document.body.append(pull.sign);
  }
  pull.by = by;
  pull.sign.style.setProperty('--pulled', Math.min(by * 0.6, 80));
  pull.sign.classList.toggle('is-ready', by > far);
}, { passive: true });
addEventListener('touchend', () => {
  if (pull?.by > far) {
    refresh();
    lists.forEach((list) => { if (list.count) list.show(true); });
    say('Refreshing');
  }
  endPull();
});
addEventListener('touchcancel', endPull);
function endPull() {
  pull?.sign?.remove();
  pull = null;
}
