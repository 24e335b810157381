// The map and its list: selecting an item in one shows it in the other.

import { parsed } from './list.js';
import { canSplit, Clusters, placeOf } from './map-clusters.js';
import { MapRanking } from './map-ranking.js';
import { MapPlay } from './map-play.js';
import { MapView } from './map-view.js';
import { isWide } from './items.js';
import { opened, openItem } from './pane.js';
import { choose } from './rows.js';

const drawings = { plus: 'M10 4v12M4 10h12', minus: 'M4 10h12', fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4', play: 'M6 4l10 6-10 6z', stop: 'M5 5h10v10H5z' };

function mapButton(words, ...icons) {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', words);
  button.title = words;
  button.innerHTML = icons.map((icon) => `<svg class="icon ${icon}" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true"><path d="${drawings[icon]}"/></svg>`).join('');
  return button;
}

function madeElement(name, className, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** @param list the list of events */
export function tie(map, list) {
  const figure = map.closest('.map');
  const group = map.querySelector('.markers');
  const label = madeElement('p', 'map-label');
  label.setAttribute('aria-hidden', 'true');
  const hint = madeElement('p', 'visually-hidden', 'Plus and minus zoom, 0 shows the whole world, arrow keys move. The list also shows all items.');
  hint.id = 'map-keys';
  let chosen = null;

  const view = new MapView(map);
  const marker = (row) => document.getElementById(`at-${row.id.slice(4)}`);
  const row = (one) => document.getElementById(one.getAttribute('href').slice(1));
  const shown = () => [...group.children].filter((one) => !one.hasAttribute('hidden') && !one.classList.contains('is-off'));

  const menu = madeElement('div', 'map-list');
  menu.hidden = true;
  menu.setAttribute('role', 'group');
  function closeMenu() {
    if (menu.hidden) return;
    menu.hidden = true;
    map.focus({ preventScroll: true });
  }
  menu.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    closeMenu();
  });

  /** Lists markers that no zoom can separate. */
  function listMarkers(members) {
    const words = `${members.length} items in one place`;
    const items = document.createElement('ul');
    for (const one of members) {
      const button = madeElement('button', '', one.getAttribute('aria-label'));
      button.type = 'button';
      button.addEventListener('click', () => { menu.hidden = true; select(one); });
      const item = document.createElement('li');
      item.append(button);
      items.append(item);
    }
    const close = madeElement('button', 'button quiet', 'Close');
    close.type = 'button';
    close.addEventListener('click', closeMenu);
    const head = madeElement('div', 'map-list-head');
    head.append(madeElement('p', '', words), close);
    menu.setAttribute('aria-label', words);
    menu.replaceChildren(head, items);
    menu.hidden = false;
    items.querySelector('button').focus({ preventScroll: true });
  }

  const clusters = new Clusters(view, group, (members) => {
    if (view.isNearest || !canSplit(members, 112 / view.pixels)) listMarkers(members);
    else view.fit(members.map((one) => one.place));
  });
  const play = new MapPlay(group, () => clusters.draw());

  const [nearer, farther, fit] = [mapButton('Zoom in', 'plus'), mapButton('Zoom out', 'minus'), mapButton('Show all items', 'fit')];
  nearer.addEventListener('click', () => view.zoom(2));
  farther.addEventListener('click', () => view.zoom(0.5));
  fit.addEventListener('click', () => {
    const places = shown().map(placeOf);
    if (view.fits(places)) view.show(0, 0, 3600);
    else view.fit(places);
  });
  play.button.innerHTML = mapButton('', 'play', 'stop').innerHTML;
  const buttons = madeElement('div', 'map-buttons');
  buttons.setAttribute('role', 'group');
  buttons.setAttribute('aria-label', 'Map');
  buttons.append(nearer, farther, fit, play.button);
  map.after(label, hint, buttons, menu, play.day);
  function describeZoom() {
    nearer.setAttribute('aria-disabled', String(view.isNearest));
    farther.setAttribute('aria-disabled', String(!view.isZoomed));
  }
  view.addEventListener('zoom', describeZoom);
  describeZoom();
  figure.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !play.isPlaying) return;
    event.stopPropagation();
    play.stop();
  });

  /** The id of the open item that the map has moved to. */
  let revealed = null;

  /** Marks where the open item is: its marker, and the cluster that has it. The map moves there once. */
  function markOpened() {
    const { scope, id } = document.querySelector('#sheet .item, #pane .item')?.dataset ?? {};
    const over = id && [...list.items.children].find((one) => one.dataset.scope === scope && one.dataset.id === id);
    const one = over ? marker(over) : null;
    if (one !== clusters.opened) clusters.open(one);
    if (revealed !== id) revealed = null;
    if (!one || revealed) return;
    revealed = id;
    if (view.isZoomed) view.reveal(placeOf(one));
  }
  opened.addEventListener('change', markOpened);

  const ranking = map.dataset.most ? new MapRanking(map.dataset.most, map.dataset.by, (over) => {
    choose(over, 'nearest', false);
    openItem(over);
  }) : null;
  if (ranking) figure.after(ranking.element);

  function show(one) {
    if (one === chosen) return;
    for (const old of [chosen, clusters.cluster(chosen)]) old?.classList.remove('is-chosen');
    chosen = one;
    label.textContent = one?.getAttribute('aria-label') ?? '';
    for (const now of [one, clusters.cluster(one)]) now?.classList.add('is-chosen');
    if (one && one !== group.lastElementChild && !one.matches(':hover')) group.append(one);
  }

  /** Opens the item of a marker. Scrolls to its row only if the row is near. */
  function select(one) {
    const target = row(one);
    if (!target) return;
    show(one);
    if (isWide.matches) {
      const { top } = target.getBoundingClientRect();
      choose(target, Math.abs(top - innerHeight / 2) < innerHeight * 2 ? 'nearest' : null);
      openItem(target, { takesFocus: false });
    } else {
      choose(target, null);
      openItem(target, { isSheet: true });
    }
  }

  /** Shows the markers of the visible rows. */
  function match() {
    const places = new Map([...group.children].map((one) => [one.id, one]));
    for (const { id: rowID, hidden } of list.items.children) {
      const html = list.markers.get(rowID);
      const id = `at-${rowID.slice(4)}`;
      if (html) {
        list.markers.delete(rowID);
        const fresh = parsed(`<svg>${html}</svg>`).firstElementChild;
        const old = places.get(id);
        if (old) old.replaceWith(fresh);
        else group.append(fresh);
        places.set(id, fresh);
      }
      places.get(id)?.toggleAttribute('hidden', hidden);
      places.delete(id);
    }
    for (const gone of places.values()) gone.remove();
    ranking?.draw(list.items.children);
    // An update may have replaced the marker of the open item.
    if (clusters.opened && !clusters.opened.isConnected) clusters.opened = null;
    markOpened();
    cancelAnimationFrame(match.frame);
    match.frame = requestAnimationFrame(() => clusters.draw());
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
    const one = marker(over);
    if (!isWide.matches) return void openItem(over, { isSheet: true });
    choose(over);
    show(one);
    if (one) view.reveal(placeOf(one));
    map.scrollIntoView({ block: 'nearest' });
  });
  group.addEventListener('pointerover', (event) => show(event.target.closest('.marker')));
  group.addEventListener('click', (event) => {
    const target = event.target.closest('.marker');
    if (!target || !row(target)) return;
    event.preventDefault();
    select(target);
  });
}
