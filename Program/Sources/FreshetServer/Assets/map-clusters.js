// Clusters of the map: markers too close to each other become one, with their number.

const svgSpace = 'http://www.w3.org/2000/svg';
/** Markers nearer than this, in pixels, are one cluster. */
const clusterRadius = 32;

/** Groups markers, each with its `place`, by their distance in the map's units. A group has the position of its first marker. */
export function grouped(markers, distance) {
  const cells = new Map();
  const groups = [];
  const key = (x, y) => `${x} ${y}`;
  for (const marker of markers) {
    const [x, y] = marker.place;
    const [column, row] = [Math.floor(x / distance), Math.floor(y / distance)];
    let nearest = null;
    let least = distance;
    for (let i = column - 1; i <= column + 1; i += 1) {
      for (let j = row - 1; j <= row + 1; j += 1) {
        for (const group of cells.get(key(i, j)) ?? []) {
          const length = Math.hypot(group.place[0] - x, group.place[1] - y);
          if (length < least) [nearest, least] = [group, length];
        }
      }
    }
    if (nearest) {
      nearest.members.push(marker);
    } else {
      const group = { place: marker.place, members: [marker] };
      groups.push(group);
      const cell = key(column, row);
      cells.set(cell, [...(cells.get(cell) ?? []), group]);
    }
  }
  return groups;
}

export class Clusters {
  /** @param choose called with the members of a cluster that the reader selects */
  constructor(view, group, choose) {
    this.view = view;
    this.group = group;
    this.choose = choose;
    this.layer = document.createElementNS(svgSpace, 'g');
    this.layer.setAttribute('class', 'clusters');
    group.after(this.layer);
    this.drawn = 0;
    /** The marker of the open item. */
    this.opened = null;
    this.clusters = new Map();
    view.addEventListener('zoom', () => {
      this.layer.setAttribute('font-size', 11 * view.unit);
      // Between small steps of a zoom the same markers stay together.
      if (Math.abs(Math.log(view.unit / this.drawn)) > 0.08 || !view.isZoomed || view.isNearest) this.draw();
    });
    this.layer.addEventListener('click', (event) => this.#chosen(event));
    this.layer.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      this.#chosen(event);
    });
    this.layer.setAttribute('font-size', 11 * view.unit);
  }

  /** The cluster of a marker; undefined if the marker isn't in a cluster. */
  cluster(marker) { return marker && this.clusters.get(marker); }

  /** Marks the marker of the open item, and its cluster; null for none. */
  open(marker) {
    this.opened?.classList.remove('is-opened');
    this.cluster(this.opened)?.classList.remove('is-opened');
    this.opened = marker;
    marker?.classList.add('is-opened');
    this.cluster(marker)?.classList.add('is-opened');
  }

  /** Groups the markers that are shown. */
  draw() {
    this.drawn = this.view.unit;
    const markers = [...this.group.children].filter((marker) => !marker.hasAttribute('hidden') && !marker.classList.contains('is-off'));
    for (const marker of markers) marker.place ??= placeOf(marker);
    const groups = grouped(markers, clusterRadius * this.drawn);
    this.clusters.clear();
    const elements = [];
    for (const { place, members } of groups) {
      if (members.length === 1) {
        members[0].classList.remove('is-clustered');
        continue;
      }
      const element = clusterDrawing(place, members);
      elements.push(element);
      for (const marker of members) {
        marker.classList.add('is-clustered');
        this.clusters.set(marker, element);
      }
      element.classList.toggle('is-opened', members.includes(this.opened));
    }
    // The map keeps the keyboard if the selected cluster goes.
    if (this.layer.contains(document.activeElement)) this.view.svg.focus({ preventScroll: true });
    this.layer.replaceChildren(...elements);
  }

  #chosen(event) {
    const element = event.target.closest('.cluster');
    if (element) this.choose(element.members, element);
  }
}

/** The position of a marker. */
export function placeOf(marker) { return marker.querySelector('.hit').getAttribute('d').match(/\d+/g).slice(0, 2).map(Number); }

/** Whether the markers are apart at the nearest zoom. */
export function canSplit(members, unit) { return grouped(members, clusterRadius * unit).length > 1; }

function clusterDrawing([x, y], members) {
  const open = members.filter((marker) => marker.classList.contains('open')).length;
  const make = (name, attributes) => {
    const element = document.createElementNS(svgSpace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const size = members.length < 10 ? 'small' : members.length < 100 ? 'medium' : 'large';
  const element = make('g', { class: `cluster ${size}${open ? '' : ' closed'}`, role: 'button', tabindex: '-1', 'aria-label': `${members.length} items near each other` });
  const text = make('text', { x, y, dy: '.35em' });
  text.textContent = members.length;
  element.append(make('path', { class: 'ring', d: `M${x} ${y}h.01` }), make('path', { class: 'disc', d: `M${x} ${y}h.01` }), text);
  element.members = members;
  return element;
}
