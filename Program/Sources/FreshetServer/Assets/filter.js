// The search box and the choices of a list. They filter and sort its rows without a request if the list is complete; otherwise the server
// chooses among all stored items.

import { connection } from './offline.js';

export class Filter {
  constructor(form, list, said) {
    this.form = form;
    this.list = list;
    this.said = said;
    this.find = document.getElementById('find');
    this.days = document.getElementById('days');
    // The server counts days of an overview; rows with dates are filtered here.
    this.asksForDays = this.days && list.root.dataset.daysOn === 'server';
    this.usual = form.elements.order?.options[0].value;
    /** What the server has chosen. */
    this.served = { type: form.elements.type?.value ?? '', order: form.elements.order?.value };
    const by = () => form.elements.order.selectedOptions[0].dataset.by;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.apply();
    });
    for (const type of ['input', 'change']) this.find?.addEventListener(type, () => this.apply());
    form.addEventListener('change', ({ target }) => {
      if (this.#isPart()) return this.#ask();
      if (target === form.elements.order) list.sort(target.value === this.served.order ? null : by());
      return this.apply();
    });
    if (this.days) {
      this.days.addEventListener('input', () => this.apply());
      this.days.addEventListener('change', () => { if (this.asksForDays) location.assign(this.#address()); });
    }
    list.addEventListener('change', () => this.#describe());
    this.apply();
  }

  /** Whether the server has items that the list lacks. Without it, the list is all there is. */
  #isPart() {
    if (connection.state !== 'live') return false;
    return this.served.type !== '' || this.list.root.querySelector('.more a') || this.list.items.querySelectorAll('.row').length >= Number(this.list.root.dataset.limit);
  }

  /** Shows what the server chooses. This page, which the reader may come back to, keeps its own choices. */
  #ask() {
    addEventListener('pagehide', () => {
      for (const [name, value] of Object.entries(this.served)) if (this.form.elements[name]) this.form.elements[name].value = value;
    }, { once: true });
    location.assign(this.#address());
  }

  apply() {
    const type = this.form.elements.type;
    const words = (this.find?.elements.q.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const days = Number(this.days?.value ?? 0);
    const start = this.days && !this.asksForDays ? new Date(Date.now() - days * 864e5).toISOString() : '';
    if (this.days) this.days.parentElement.querySelector('output').value = days === 1 ? '1 day' : `${days} days`;
    this.list.filter((row) => {
      if (type?.value && row.dataset.type !== type.value) return false;
      if (start && row.dataset.closed && row.dataset.closed < start) return false;
      if (!words.length) return true;
      const text = `${row.querySelector('.title')?.textContent} ${row.querySelector('.meta')?.textContent}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    if (!this.asksForDays) history.replaceState(history.state, '', this.#address());
  }

  #address() {
    const address = new URL(location.href);
    const { type, order } = this.form.elements;
    const set = (name, value, usual) => {
      if (value && value !== usual) address.searchParams.set(name, value);
      else address.searchParams.delete(name);
    };
    set('q', this.find?.elements.q.value.trim());
    set('type', type?.value);
    set('order', order?.value, this.usual);
    set('days', this.days?.value, this.days?.max);
    return address;
  }

  #describe() {
    const all = this.list.items.querySelectorAll('.row').length;
    const shown = this.list.rows.length;
    this.said.textContent = shown === all ? '' : `${shown} of ${all} shown`;
  }
}
