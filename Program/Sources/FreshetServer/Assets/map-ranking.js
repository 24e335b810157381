// The strongest, largest or oldest open items of the map, below it on a wide screen.

import { dayWords } from './times.js';

const mostListed = 12;

/** When a row's item began, in hours since 1970, if it is still open. */
function openSince(row) {
  const { from, to } = document.getElementById(`at-${row.id.slice(4)}`)?.dataset ?? {};
  return from && !to ? Number(from) : undefined;
}

/** What items can be listed by: how much each has of it, if any, and that in words. */
const orders = {
  size: { amount: (row) => row.dataset.size && Number(row.dataset.size), words: (row) => row.dataset.words ?? '' },
  age: {
    amount: (row) => openSince(row) && -openSince(row),
    words: (row) => `since ${dayWords(new Date(openSince(row) * 36e5), new Date())}`,
  },
};

export class MapRanking {
  /**
   * @param by the order of the items: `size` or `age`
   * @param select called with the row of the item that the reader selects
   */
  constructor(name, by, select) {
    this.order = orders[by];
    this.element = document.createElement('section');
    this.element.className = 'map-most';
    this.element.setAttribute('aria-labelledby', 'map-most');
    const title = document.createElement('h2');
    title.id = 'map-most';
    title.textContent = name;
    this.items = document.createElement('ol');
    this.element.append(title, this.items);
    this.items.addEventListener('click', (event) => {
      const link = event.target.closest('a');
      const row = link && document.getElementById(link.hash.slice(1));
      if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      select(row);
    });
  }

  /** Lists the visible rows that have the most. */
  draw(rows) {
    const all = [...rows].filter((row) => !row.hidden).map((row) => ({ row, amount: this.order.amount(row) }));
    const sorted = all.filter(({ amount }) => amount !== undefined).sort((one, other) => other.amount - one.amount);
    const first = sorted.slice(0, mostListed).map(({ row }) => row);
    const form = first.map((row) => `${row.id} ${this.order.words(row)} ${row.querySelector('.main')?.textContent}`).join('\n');
    if (form === this.form) return;
    this.form = form;
    this.items.replaceChildren(...first.map((row) => {
      const link = document.createElement('a');
      link.href = `#${row.id}`;
      link.textContent = row.querySelector('.main')?.textContent ?? '';
      const size = document.createElement('span');
      size.textContent = this.order.words(row);
      const item = document.createElement('li');
      item.append(link, size);
      return item;
    }));
    this.element.hidden = !first.length;
  }
}
