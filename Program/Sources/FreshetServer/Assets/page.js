// What a page does beyond links and forms: times that age, keys, marks, lists that live.

import { Filter, List } from './list.js';
import { Live, say } from './live.js';

// Times: in the reader's zone, and ages that age by themselves.

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
  // Clocks differ: what seems to come from a moment ahead came now.
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

function tell(root) {
  const now = new Date();
  for (const time of root.querySelectorAll('time[datetime]')) {
    const date = new Date(time.dateTime);
    const text = words(time.className, date, now);
    if (time.textContent !== text) time.textContent = text;
  }
}

// The whole instant, for whoever points at a time; made only then, since a format takes milliseconds.
let full = null;
document.addEventListener('pointerover', ({ target }) => {
  const time = target.closest?.('time[datetime]');
  if (time && !time.title) {
    full ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });
    time.title = full.format(new Date(time.dateTime));
  }
});

tell(document);
let ticks = 0;
setInterval(() => {
  if (document.hidden) return;
  ticks += 1;
  tell(ticks % 20 ? document.querySelector('main') : document);
}, 1000);

// Lists

const lists = [...document.querySelectorAll('[data-feed]')].map((root) => new List(root, tell));
const form = document.getElementById('filter');
if (form && lists.length) new Filter(form, lists[0], document.getElementById('matches'));
for (const list of lists) {
  list.addEventListener('count', () => {
    const count = lists.reduce((sum, one) => sum + (one.count ?? 0), 0);
    document.title = document.title.replace(/^(\(\d+\) )?/, count ? `(${count}) ` : '');
    if (list.count) say(`${list.count} new`);
  });
}
const { live, seen: known } = document.querySelector('main')?.dataset ?? {};
if (live) new Live(live, known, lists, tell, changed);

// Another repository is followed, here or elsewhere, or one no longer: the page is made anew when the reader wants it, or does not look.

const offer = document.getElementById('changed');
function changed(feeds) {
  offer.hidden = feeds.join() === lists.map((list) => list.root.dataset.feed).join();
  if (!offer.hidden && document.hidden) location.reload();
}
offer?.addEventListener('click', () => location.reload());
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

// A touch beside links and buttons chooses a row, too: what was cut of its title is then there.
document.addEventListener('click', (event) => {
  const row = event.target.closest('.row');
  if (row && !event.target.closest('a, button, summary, .prose') && getSelection().isCollapsed) choose(row);
});

/** The current row as it is now: a newer form may have taken its place. */
function chosen() { return document.querySelector('.row[aria-current]'); }

// Marks

async function post(path, fields, options = {}) {
  const answer = await fetch(path, {
    method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(fields), ...options,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
}

function paint(row, name, isOn) {
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
    const { upstream, id } = row.dataset;
    await post('/marks', { upstream, id, mark: value }, { keepalive: true });
    if (name === 'saved') say(isOn ? 'Saved for later' : 'No longer saved');
  } catch {
    paint(row, name, !isOn);
    say('That could not be kept: the server did not answer');
  }
}

function toggle(row, name) {
  if (row) mark(row, row.classList.contains(`is-${name}`) ? `un${name}` : name);
}

for (const type of ['click', 'auxclick']) {
  document.addEventListener(type, (event) => {
    const row = event.button < 2 && event.target.closest('.row .main')?.closest('.row');
    if (row && !row.classList.contains('is-read')) mark(row, 'read');
  });
}

// A row of tabs that is wider than the screen shows the one that the reader is at.

for (const tab of document.querySelectorAll(':is(.tabs, .chips) [aria-current]')) {
  const row = tab.closest('.tabs, .chips');
  const [inner, outer] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
  row.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}

// Forms that need no new page

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (form.matches('.marks')) {
    event.preventDefault();
    mark(form.closest('.row'), event.submitter.value);
  } else if (form.matches('.refresh')) {
    event.preventDefault();
    refresh(form.closest('[data-feed]'));
  } else if (form.matches('.language')) {
    event.preventDefault();
    location.assign(`/github/trending/${encodeURIComponent(form.elements.language.value.trim().toLowerCase())}`);
  }
});

async function refresh(only) {
  document.body.classList.add('is-asking');
  const roots = only ? [only] : live ? lists.map((list) => list.root) : [];
  try {
    await Promise.all(roots.map((root) => post('/refresh', { feed: root.dataset.live ?? root.dataset.feed })));
  } catch {
    say('The server did not answer');
  }
  setTimeout(() => document.body.classList.remove('is-asking'), 600);
}

// What was seen: told when the reader goes, so that it is new no longer at the next look.

const arrived = Date.now();
function seen() {
  if (Date.now() - arrived < 1500) return;
  for (const { root, items } of lists) {
    if (root.dataset.feed === '/planet' || !items.children.length) continue;
    const fields = new URLSearchParams({ feed: root.dataset.feed });
    for (const row of items.querySelectorAll('.row')) fields.append('id', row.dataset.id);
    navigator.sendBeacon('/seen', fields);
  }
}
document.addEventListener('visibilitychange', () => {
  if (document.hidden) seen();
  else tell(document);
});
addEventListener('pagehide', () => { if (!document.hidden) seen(); });

// Keys

const help = document.getElementById('help');
const off = document.getElementById('keys-off');
if (off) {
  off.checked = localStorage.getItem('keys') === 'off';
  off.addEventListener('change', () => localStorage.setItem('keys', off.checked ? 'off' : 'on'));
}

function followed() {
  return document.querySelector('.side a[href^="/github/"]')?.getAttribute('href') ?? '/';
}

const places = { h: () => '/', f: followed, t: () => '/github/trending/swift', p: () => '/planet', n: () => '/news/top', s: () => '/saved' };

const keys = {
  j: () => step(1),
  k: () => step(-1),
  Enter: () => chosen()?.querySelector('.main')?.click(),
  o() {
    const link = chosen()?.querySelector('.main');
    if (!link) return;
    open(link.href, '_blank', 'noopener');
    if (!chosen().classList.contains('is-read')) mark(chosen(), 'read');
  },
  s: () => toggle(chosen(), 'saved'),
  m: () => toggle(chosen(), 'read'),
  '.': () => lists.forEach((list) => { if (list.count) list.show(true); }),
  r: () => refresh(),
  '/': () => (form?.elements.q ?? document.getElementById('home-follow'))?.focus(),
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
    // What has the focus knows what to do.
  } else if (keys[key]) {
    event.preventDefault();
    keys[key]();
  }
});

// Pulling down by touch asks the upstream, and lets in what waits.

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
    say('Asking for what is new');
  }
  endPull();
});
addEventListener('touchcancel', endPull);
function endPull() {
  pull?.sign?.remove();
  pull = null;
}
