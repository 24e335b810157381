// Connects the map and the list: choosing an item in one shows it in the other.

import { parsed } from './list.js';
import { choose } from './rows.js';

/** The part of the map that has all markers, twice as wide as high, with a margin. */
function around(markers) {
  const places = markers.map((marker) => marker.querySelector('.hit').getAttribute('d').match(/\d+/g).map(Number));
  if (!places.length) return '0 0 3600 1800';
  const [west, east] = [Math.min(...places.map(([x]) => x)), Math.max(...places.map(([x]) => x))];
  const [north, south] = [Math.min(...places.map(([, y]) => y)), Math.max(...places.map(([, y]) => y))];
  const width = Math.min(3600, Math.max(400, (east - west) * 1.25, (south - north) * 2.5));
  const x = Math.min(3600 - width, Math.max(0, (west + east - width) / 2));
  const y = Math.min(1800 - width / 2, Math.max(0, (north + south - width / 2) / 2));
  return `${Math.round(x)} ${Math.round(y)} ${Math.round(width)} ${Math.round(width / 2)}`;
}

/** @param list the list of events */
export function tie(map, list) {
  const group = map.querySelector('.markers');
  const label = document.createElement('p');
  label.className = 'map-label';
  label.setAttribute('aria-hidden', 'true');
  map.after(label);
  let chosen = null;

  const zoom = document.createElement('button');
  zoom.type = 'button';
  zoom.className = 'zoom';
  zoom.setAttribute('aria-pressed', 'false');
  zoom.textContent = 'Zoom in';
  zoom.addEventListener('click', () => {
    const isIn = zoom.getAttribute('aria-pressed') === 'false';
    zoom.setAttribute('aria-pressed', String(isIn));
    map.setAttribute('viewBox', isIn ? around([...group.children].filter((one) => !one.hasAttribute('hidden'))) : '0 0 3600 1800');
  });
  label.after(zoom);

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

  /** Shows the markers of the visible rows. */
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
