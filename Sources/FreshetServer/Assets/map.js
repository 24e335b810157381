// The map and the list, tied to each other both ways.

import { parsed } from './list.js';

/**
 * @param list the list of events
 * @param choose makes a row the current one
 */
export function tie(map, list, choose) {
  const group = map.querySelector('.markers');
  const label = document.createElement('p');
  label.className = 'map-label';
  label.setAttribute('aria-hidden', 'true');
  map.after(label);
  let chosen = null;

  const marker = (row) => document.getElementById(`at-${row.id.slice(4)}`);
  const row = (marker) => document.getElementById(marker.getAttribute('href').slice(1));

  function show(one) {
    if (one === chosen) return;
    chosen?.classList.remove('is-chosen');
    chosen = one;
    label.textContent = one?.getAttribute('aria-label') ?? '';
    one?.classList.add('is-chosen');
    if (one && one !== group.lastElementChild && !one.matches(':hover')) group.append(one);
  }

  /** The markers of the rows that can be seen. */
  function match() {
    const places = new Map([...group.children].map((marker) => [marker.id, marker]));
    for (const row of list.items.children) {
      const html = list.markers.get(row.id);
      const id = `at-${row.id.slice(4)}`;
      if (html) {
        list.markers.delete(row.id);
        const fresh = parsed(`<svg>${html}</svg>`).firstElementChild;
        const old = places.get(id);
        if (old) old.replaceWith(fresh);
        else group.append(fresh);
        places.set(id, fresh);
      }
      places.get(id)?.toggleAttribute('hidden', row.hidden);
      places.delete(id);
    }
    for (const gone of places.values()) gone.remove();
  }

  list.addEventListener('change', match);
  match();

  for (const type of ['pointerover', 'focusin']) {
    list.items.addEventListener(type, (event) => {
      const over = event.target.closest('.row');
      if (over) show(marker(over));
    });
  }
  list.items.addEventListener('click', (event) => {
    const place = event.target.closest('a.at');
    if (!place) return;
    event.preventDefault();
    const over = place.closest('.row');
    choose(over);
    show(marker(over));
    map.scrollIntoView({ block: 'nearest' });
  });
  group.addEventListener('pointerover', (event) => show(event.target.closest('.marker')));
  group.addEventListener('click', (event) => {
    const target = event.target.closest('.marker');
    const over = target && row(target);
    if (!over) return;
    event.preventDefault();
    choose(over, 'center');
    show(target);
  });
}
