// One list of a feed: what stands in it, what waits until the reader asks for it, and what of it is hidden.

const template = document.createElement('template');

// Asking where the page is scrolled to would have it laid out, each time in the midst of changes.
let isScrolled = false;
let isAsked = false;
addEventListener('scroll', () => {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    isScrolled = scrollY > 40;
  });
}, { passive: true });

/** The element of that markup; markers of the map are parsed inside of an svg. */
export function parsed(html) {
  template.innerHTML = html;
  return template.content.firstElementChild;
}

export class List extends EventTarget {
  /**
   * @param root the `main` or `section` that has the list
   * @param tell writes the times below an element for the reader
   */
  constructor(root, tell) {
    super();
    this.root = root;
    this.tell = tell;
    this.items = root.querySelector('.rows');
    this.pill = root.querySelector('.pill');
    this.isFilling = !this.items.firstElementChild;
    this.began = Date.now();
    root.classList.toggle('is-filling', this.isFilling);
    this.fresh = new Set();
    this.order = [...this.items.children].map((row) => row.id);
    this.waiting = new Map();
    this.markers = new Map();
    this.known = new Map([...this.items.children].map((row) => [row.id, row.outerHTML]));
    this.matches = () => true;
    this.byScore = root.dataset.order === 'score';
    this.pill?.addEventListener('click', () => this.show(true));
  }

  /** The rows that can be seen. */
  get rows() { return [...this.items.querySelectorAll('.row:not([hidden])')]; }

  /** Takes in what the server sent: what is there changes in its place, what is new waits, unless nothing is disturbed by it. */
  take({ rows, order, standing, progress, isPart }) {
    const present = new Map([...this.items.children].map((row) => [row.id, row]));
    for (const { id, html, marker } of rows) {
      if (marker) this.markers.set(id, marker);
      const old = present.get(id);
      if (!old) {
        const row = parsed(html);
        this.known.set(id, row.outerHTML);
        this.waiting.set(id, this.#readied(row));
      } else {
        this.#renew(old, html);
      }
    }
    this.order = order;
    const wanted = new Set(this.order);
    for (const id of this.waiting.keys()) if (!wanted.has(id)) this.waiting.delete(id);
    if (this.isFilling) {
      this.#fill(present, !isPart && (standing === 'fresh' || standing === 'stale'), progress);
    } else {
      this.#append(present);
      this.#drop(wanted);
    }
    this.root.classList.toggle('is-filling', this.isFilling);
    if (!isPart) this.#count();
    this.dispatchEvent(new Event('change'));
  }

  /**
   * The first filling: what takes but a moment comes at once; what takes longer grows at its end, and what belongs higher up is let in when
   * all is there, unless the reader is in the midst of it.
   */
  #fill(present, isDone, progress) {
    clearTimeout(this.patience);
    const isWhole = isDone || !progress || this.order.length >= progress[1];
    const isBusy = isScrolled || this.items.contains(document.activeElement);
    if (isDone) this.isFilling = false;
    if (!present.size) {
      const left = this.began + 700 - Date.now();
      if (isWhole || left <= 0) this.show(false);
      else this.patience = setTimeout(() => this.show(false), left);
    } else if (isDone && !isBusy) {
      this.show(false);
    } else {
      this.#append(present);
    }
  }

  /** Lets in what waits, and brings everything into order. */
  show(isAsked) {
    const present = new Map([...this.items.children].map((row) => [row.id, row]));
    const order = this.#sorted(present);
    const wanted = new Set(order);
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
          row.classList.add('arrived', 'is-new');
          this.fresh.add(id);
        }
      }
    }
    this.waiting.clear();
    this.#count();
    this.dispatchEvent(new Event('change'));
    if (!isAsked) return;
    this.root.scrollIntoView({ block: 'start', behavior: 'auto' });
    this.rows[0]?.querySelector('.main')?.focus({ preventScroll: true });
  }

  /** Hides what does not match. */
  filter(matches) {
    this.matches = matches;
    for (const row of this.items.children) this.#hide(row);
    this.root.classList.toggle('is-filling', this.isFilling);
    this.#count();
    this.dispatchEvent(new Event('change'));
  }

  /** The reader's own choice of order, at once. */
  sort(byScore) {
    this.byScore = byScore;
    this.show(false);
  }

  #sorted(present) {
    const score = (id) => Number((this.waiting.get(id) ?? present.get(id))?.dataset.score ?? -1);
    const date = (id) => (this.waiting.get(id) ?? present.get(id))?.querySelector('time.age')?.dateTime ?? '';
    if (this.byScore) return [...this.order].sort((one, other) => score(other) - score(one));
    if (this.root.dataset.order !== 'score') return this.order;
    return [...this.order].sort((one, other) => date(other).localeCompare(date(one)));
  }

  /** What comes below everything that is there moves nothing. */
  #append(present) {
    const order = this.#sorted(present);
    let last = -1;
    order.forEach((id, index) => { if (present.has(id)) last = index; });
    if (last < 0) return;
    for (const id of order.slice(last + 1)) {
      const row = this.waiting.get(id);
      if (!row) continue;
      this.items.append(row);
      this.waiting.delete(id);
    }
  }

  /** What is gone leaves unless the reader may be looking at it: then it leaves when new rows are let in. */
  #drop(wanted) {
    const gone = [...this.items.children].filter((row) => !wanted.has(row.id) && !row.contains(document.activeElement));
    // First all are looked at, then they go: otherwise each would have the page laid out anew.
    const unseen = gone.filter((row) => row.hidden || row.getBoundingClientRect().top > innerHeight);
    for (const row of unseen) this.#remove(row);
  }

  #remove(row) {
    this.known.delete(row.id);
    this.markers.delete(row.id);
    row.remove();
  }

  #readied(row) {
    this.tell(row);
    this.#hide(row);
    return row;
  }

  #hide(row) { row.hidden = row.classList.contains('row') && !this.matches(row); }

  /** Puts the new form of a row into the place of the old one, with what the reader has done in it. */
  #renew(old, html) {
    const row = parsed(html);
    const form = row.outerHTML;
    if (this.known.get(old.id) === form) return;
    this.known.set(old.id, form);
    this.#readied(row);
    if (this.fresh.has(old.id)) row.classList.add('is-new');
    const stops = 'a, button, summary';
    const focus = old.contains(document.activeElement) ? [...old.querySelectorAll(stops)].indexOf(document.activeElement) : -1;
    if (old.querySelector('details')?.open && row.querySelector('details')) row.querySelector('details').open = true;
    if (old.hasAttribute('aria-current')) row.setAttribute('aria-current', 'true');
    old.replaceWith(row);
    if (focus >= 0) row.querySelectorAll(stops)[focus]?.focus({ preventScroll: true });
  }

  #count() {
    const waiting = this.isFilling ? [] : [...this.waiting.values()];
    const count = waiting.filter((row) => !row.hidden && row.classList.contains('row')).length;
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

/** The form that chooses among the rows of a list, without asking the server. */
export class Filter {
  constructor(form, list, said) {
    this.form = form;
    this.list = list;
    this.said = said;
    this.days = document.getElementById('days');
    // The days of the overview are counted by the server; those of events are in the rows.
    this.asksForDays = this.days && list.root.dataset.feed === '/planet';
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.apply();
    });
    for (const type of ['input', 'change']) form.addEventListener(type, () => this.apply());
    form.elements.order?.addEventListener('change', () => list.sort(form.elements.order.value === 'score'));
    if (this.days) {
      this.days.addEventListener('input', () => this.apply());
      this.days.addEventListener('change', () => { if (this.asksForDays) location.assign(this.#address()); });
    }
    list.addEventListener('change', () => this.#tell());
    this.apply();
  }

  apply() {
    const { q, type } = this.form.elements;
    const words = q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const days = Number(this.days?.value ?? 360);
    const start = this.asksForDays ? '' : new Date(Date.now() - days * 864e5).toISOString();
    if (this.days) this.days.parentElement.querySelector('output').value = days === 1 ? '1 day' : `${days} days`;
    this.list.filter((row) => {
      if (type?.value && row.dataset.type !== type.value) return false;
      if (this.days && row.dataset.closed && row.dataset.closed < start) return false;
      if (!words.length) return true;
      const text = `${row.querySelector('.title')?.textContent} ${row.querySelector('.meta')?.textContent}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (!this.asksForDays) history.replaceState(history.state, '', this.#address());
  }

  #address() {
    const address = new URL(location.href);
    const { q, type, order } = this.form.elements;
    const set = (name, value, own) => {
      if (value && value !== own) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    };
    set('q', q.value.trim());
    set('type', type?.value);
    set('order', order?.value, 'newest');
    set('days', this.days?.value, '360');
    return address;
  }

  #tell() {
    const all = this.list.items.querySelectorAll('.row').length;
    const shown = this.list.rows.length;
    this.said.textContent = shown === all ? '' : `${shown} of ${all} shown`;
  }
}
