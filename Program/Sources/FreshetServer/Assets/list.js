// A feed's list: the visible rows, and new rows that wait behind a button.

import { choose } from './rows.js';
import { listScroller } from './scroller.js';
import { format } from './times.js';

const template = document.createElement('template');

// Reading the scroll position while rows change would force a layout each time.
let isScrolled = false;
let isAsked = false;
addEventListener('scroll', () => {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    isScrolled = listScroller().scrollTop > 40;
  });
}, { passive: true, capture: true });

/** The element of the markup. The map's markers are parsed inside an svg. */
export function parsed(html) {
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** Changes a row's rank in place: when an item arrives, the ranks of all those below it change. */
function setRank(row, number) {
  const rank = row?.querySelector('.rank');
  if (!rank || number == null || rank.value === String(number)) return;
  rank.value = number;
  rank.lastChild.data = number;
}

/** A row's markup without its times, which change by themselves. */
function formOf(row) { return row.outerHTML.replace(/(<time[^>]*>)[^<]*/g, '$1'); }

/** How long a refresh may take to store items with the time at which it began, in ms. */
const storageDelay = 60000;

/** Whether it is the row of an item, rather than a line between rows. */
function isItem(row) { return row.classList.contains('row'); }

/** A list that takes updates. */
export class List extends EventTarget {
  /** @param root the element of the list: `main` or a `section` */
  constructor(root) {
    super();
    this.root = root;
    this.items = root.querySelector('.rows');
    this.pill = root.querySelector('.pill') ?? ('reloads' in root.dataset ? document.getElementById('pill') : null);
    // A page may have been made when the first items of its feed were arriving.
    this.isFilling = !this.items.firstElementChild || 'filling' in root.dataset;
    this.began = Date.now();
    root.classList.toggle('is-filling', this.isFilling);
    this.order = [...this.items.children].map((row) => row.id);
    this.waiting = new Map();
    /** The waiting rows of items that arrived long before the list lacked them: nobody waits for them. */
    this.risen = new Set();
    /** By when the items arrived that the list has taken, in ms since 1970. */
    this.takenUntil = Number(this.untilFields[0]?.value ?? NaN);
    this.markers = new Map();
    this.known = new Map([...this.items.children].map((row) => [row.id, formOf(row)]));
    this.matches = () => true;
    this.by = null;
    this.pill?.addEventListener('click', () => this.show(true));
  }

  /** The fields with the time by which the items were seen that “Mark all as read” marks. Those of Home's lists are above them. */
  get untilFields() { return ('reloads' in this.root.dataset ? document : this.root).querySelectorAll('.read-all [name=until]'); }

  /** The visible rows. */
  get rows() { return [...this.items.querySelectorAll('.row:not([hidden])')]; }

  /**
   * Applies an update: existing rows change in place, new ones wait, unless adding them moves nothing. Rows whose items arrived earlier are
   * added at the end: others above them have left the list, or they are unread or shown again.
   */
  take({ rows, order = this.order, ranks, freshness, progress, isPart, at = this.at }) {
    this.at = at;
    const present = new Map([...this.items.children].map((row) => [row.id, row]));
    const changed = [];
    for (const { id, html, marker, arrived } of rows) {
      if (marker) this.markers.set(id, marker);
      const row = parsed(html);
      const form = formOf(row);
      const old = present.get(id);
      if (old && this.known.get(id) === form) continue;
      this.known.set(id, form);
      this.#readied(row);
      if (old) {
        changed.push([old, row]);
      } else {
        // An item that waits has arrived, however long ago.
        if (arrived && !this.isFilling && !this.waiting.has(id) && Number(arrived) < this.takenUntil - storageDelay) this.risen.add(id);
        this.waiting.set(id, row);
      }
    }
    for (const [old, row] of changed) this.#renew(old, row);
    this.order = order;
    if (ranks) order.forEach((id, index) => setRank(present.get(id) ?? this.waiting.get(id), ranks[index]));
    const wanted = new Set(this.order);
    for (const id of this.waiting.keys()) if (!wanted.has(id)) this.#forget(id);
    if (this.isFilling) {
      this.#fill(present, !isPart && (freshness === 'fresh' || freshness === 'stale'), progress);
    } else {
      this.#append(present);
      this.#drop(wanted);
    }
    this.#classify();
    if (!isPart) this.#count();
    if (!isPart && at) this.takenUntil = Number(at);
    if (!isPart && ![...this.waiting.values()].some(isItem)) this.#seeAll();
    this.dispatchEvent(new Event('change'));
  }

  /**
   * The first filling. If it is quick, all rows appear at once. Otherwise the list grows at its end, and rows that belong higher up are
   * inserted once all have arrived, unless the reader is reading.
   */
  #fill(present, isDone, progress) {
    clearTimeout(this.showTimer);
    const isWhole = isDone || !progress || this.order.length >= progress[1];
    const isBusy = isScrolled || this.items.contains(document.activeElement);
    if (isDone) this.isFilling = false;
    if (!present.size) {
      const left = this.began + 700 - Date.now();
      if (isWhole || left <= 0) this.show(false);
      else this.showTimer = setTimeout(() => this.show(false), left);
    } else if (isDone && !isBusy) {
      this.show(false);
    } else {
      this.#append(present);
    }
  }

  /** Inserts the waiting rows and sorts the list. */
  show(isAsked) {
    if (isAsked && 'reloads' in this.root.dataset) {
      location.reload();
      return;
    }
    const present = new Map([...this.items.children].map((row) => [row.id, row]));
    const order = this.#sorted(present);
    const wanted = new Set(order);
    const first = isAsked && order.map((id) => this.waiting.get(id)).find((row) => row && !row.hidden && isItem(row));
    const lines = [...present].filter(([id]) => !wanted.has(id) && this.order.includes(id));
    for (const [id, row] of present) if (!wanted.has(id)) this.#remove(row);
    let next = this.items.firstElementChild;
    for (const id of order) {
      const row = this.waiting.get(id) ?? present.get(id);
      if (!row) continue;
      if (row === next) {
        next = next.nextElementSibling;
      } else {
        this.items.insertBefore(row, next);
        if (isAsked && this.waiting.has(id)) {
          row.classList.add('arrived');
        }
      }
    }
    this.waiting.clear();
    this.risen.clear();
    this.#seeAll();
    // The server doesn't send the lines between rows again.
    for (const [id, line] of lines) this.waiting.set(id, line);
    this.#classify();
    this.#count();
    this.dispatchEvent(new Event('change'));
    if (!first) return;
    if (first === this.rows[0]) this.#scrollToTop();
    choose(first);
  }

  #scrollToTop() {
    if (this.root.matches('main')) listScroller().scrollTop = 0;
    else this.root.scrollIntoView({ block: 'start', behavior: 'auto' });
  }

  /** Hides the rows that don't match. */
  filter(matches) {
    this.matches = matches;
    for (const row of [...this.items.children, ...this.waiting.values()]) this.#hide(row);
    this.#classify();
    this.#count();
    this.dispatchEvent(new Event('change'));
  }

  /** Sorts by the rows' data: `date`, `rank` or `size`; null for the order of the server. */
  sort(by) {
    this.by = by;
    this.show(false);
  }

  #sorted(present) {
    if (!this.by) return this.order;
    const row = (id) => this.waiting.get(id) ?? present.get(id);
    // Lines between rows only make sense in the order of the server.
    const order = this.order.filter((id) => row(id)?.classList.contains('row'));
    const date = (id) => row(id).querySelector('time.age')?.dateTime ?? '';
    const rank = (id) => Number(row(id).querySelector('.rank')?.value ?? Infinity);
    const size = (id) => Number(row(id).dataset.size ?? -Infinity);
    const compare = {
      date: (one, other) => date(other).localeCompare(date(one)),
      rank: (one, other) => rank(one) - rank(other),
      size: (one, other) => size(other) - size(one),
    }[this.by];
    return order.sort((one, other) => compare(one, other) || 0);
  }

  /** Adds waiting rows at the end, where they move nothing: those that belong below all others, and those that haven't just arrived. */
  #append(present) {
    const order = this.#sorted(present);
    let last = -1;
    order.forEach((id, index) => { if (present.has(id)) last = index; });
    order.forEach((id, index) => {
      const row = this.waiting.get(id);
      if (!row || !(this.risen.has(id) || (last >= 0 && index > last))) return;
      this.items.append(row);
      this.waiting.delete(id);
      this.risen.delete(id);
    });
  }

  /** Removes rows that are gone and off screen; others leave when waiting rows are inserted. */
  #drop(wanted) {
    const gone = [...this.items.children].filter((row) => !wanted.has(row.id) && !row.contains(document.activeElement));
    // Measured first and removed afterwards, to force one layout at most.
    const unseen = gone.filter((row) => row.hidden || row.getBoundingClientRect().top > innerHeight);
    for (const row of unseen) this.#remove(row);
  }

  #remove(row) {
    this.#forget(row.id);
    row.remove();
  }

  #forget(id) {
    this.waiting.delete(id);
    this.risen.delete(id);
    this.known.delete(id);
    this.markers.delete(id);
  }

  /** No row waits any more, so “Mark all as read” is about everything that has arrived. */
  #seeAll() {
    if (this.at) for (const field of this.untilFields) field.value = this.at;
  }

  #readied(row) {
    format(row);
    this.#hide(row);
    return row;
  }

  #hide(row) { row.hidden = isItem(row) && !this.matches(row); }

  /** Replaces a row by its new form, keeping the reader's focus. */
  #renew(old, row) {
    if (old.classList.contains('arrived')) row.classList.add('arrived');
    const stops = 'a, button';
    const focus = old.contains(document.activeElement) ? [...old.querySelectorAll(stops)].indexOf(document.activeElement) : -1;
    if (old.hasAttribute('aria-current')) row.setAttribute('aria-current', 'true');
    old.replaceWith(row);
    if (focus >= 0) row.querySelectorAll(stops)[focus]?.focus({ preventScroll: true });
  }

  /** Keeps the classes up to date that follow from the rows. For `:has()`, browsers would match all rows again for each change of one. */
  #classify() {
    const rows = [...this.items.children];
    const classes = {
      'is-filling': this.isFilling,
      'is-empty': !rows.length,
      'is-unmarkable': !rows.some((row) => row.classList.contains('is-read') || row.classList.contains('is-unread')),
      'is-filtered-out': rows.length > 0 && rows.every((row) => row.hidden),
      'has-headings': rows.some((row) => row.classList.contains('category')),
    };
    for (const [name, isOn] of Object.entries(classes)) this.root.classList.toggle(name, isOn);
  }

  #count() {
    const waiting = this.isFilling ? [] : [...this.waiting.values()];
    const count = waiting.filter((row) => !row.hidden && isItem(row)).length;
    if (this.pill) {
      this.pill.hidden = count === 0;
      this.pill.textContent = `${count} new`;
    }
    if (count !== this.count) {
      this.count = count;
      this.dispatchEvent(new Event('count'));
    }
  }
}

/** The lists of the page, in its order. */
export const lists = [...document.querySelectorAll('[data-feed]')].map((root) => new List(root));

/** The lists of unread items that are filled again when counts change. */
export const refills = [...document.querySelectorAll('[data-refill]')].map((root) => new List(root));

/** Inserts the waiting rows of all lists, and selects the first of them. */
export function showNew() { for (const list of [...lists, ...refills].reverse()) if (list.count) list.show(true); }
