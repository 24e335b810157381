// The strongest or largest items of the map, below it on a wide screen.

const mostListed = 12;

/** @param select called with the row of the item that the reader selects */
export class MostList {
  constructor(name, select) {
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

  /** Lists the visible rows with the largest sizes. */
  draw(rows) {
    const sized = [...rows].filter((row) => !row.hidden && row.dataset.size);
    const first = sized.sort((a, b) => Number(b.dataset.size) - Number(a.dataset.size)).slice(0, mostListed);
    const form = first.map((row) => `${row.id} ${row.dataset.size} ${row.querySelector('.main')?.textContent}`).join('\n');
    if (form === this.form) return;
    this.form = form;
    this.items.replaceChildren(...first.map((row) => {
      const link = document.createElement('a');
      link.href = `#${row.id}`;
      link.textContent = row.querySelector('.main')?.textContent ?? '';
      const size = document.createElement('span');
      size.textContent = row.dataset.words ?? '';
      const item = document.createElement('li');
      item.append(link, size);
      return item;
    }));
    this.element.hidden = !first.length;
  }
}
