// The visible part of the map: zooms by wheel, pinch, buttons and keys, and moves by dragging and arrow keys.

const worldWidth = 3600;
/** The narrowest view: eleven degrees. */
const narrowest = 112;
const isStill = matchMedia('(prefers-reduced-motion: reduce)');

/** A view of the map, twice as wide as high, in tenths of a degree. Sends `zoom` after its width has changed and `move` after either. */
export class MapView extends EventTarget {
  constructor(svg) {
    super();
    this.svg = svg;
    [this.x, this.y, this.w] = [0, 0, worldWidth];
    this.pixels = 600;
    this.names = svg.querySelector('.names');
    this.pointers = new Map();
    this.scrolled = 0;
    svg.setAttribute('tabindex', '0');
    svg.setAttribute('aria-describedby', 'map-keys');
    new ResizeObserver(([{ contentRect }]) => {
      this.pixels = contentRect.width || this.pixels;
      this.#draw(true);
    }).observe(svg);
    addEventListener('scroll', () => { this.scrolled = Date.now(); }, { passive: true });
    svg.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    svg.addEventListener('keydown', (event) => this.#key(event));
    svg.addEventListener('pointerdown', (event) => this.#down(event));
    svg.addEventListener('pointermove', (event) => this.#moved(event));
    // A pointer that is pressed on the map may be released elsewhere.
    for (const type of ['pointerup', 'pointercancel']) addEventListener(type, (event) => this.#up(event));
    // A drag isn't a click on what lies below its end.
    svg.addEventListener('click', (event) => {
      if (!this.wasDragged) return;
      this.wasDragged = false;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    this.#draw(true);
  }

  /** Tenths of a degree in a pixel. */
  get unit() { return this.w / this.pixels; }

  get isZoomed() { return this.w < worldWidth - 1; }

  get isNearest() { return this.w <= narrowest; }

  /** Shows a part of the map; animated, except during dragging and pinching. */
  show(x, y, w, isAnimated = true) {
    cancelAnimationFrame(this.frame);
    const target = boundedView(x, y, w);
    if (!isAnimated || isStill.matches) return this.#set(target);
    const start = [this.x, this.y, this.w];
    const begin = performance.now();
    const step = (now) => {
      const part = Math.min(1, Math.max(0, now - begin) / 220);
      const eased = 1 - (1 - part) ** 3;
      this.#set(start.map((from, index) => from + (target[index] - from) * eased));
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
    return undefined;
  }

  /** Shows all of the points with a margin, as near as they allow. */
  fit(points) { this.show(...viewAround(points)); }

  /** Whether the view is the one that `fit` shows. */
  fits(points) {
    const [x, y, w] = boundedView(...viewAround(points));
    return Math.abs(x - this.x) + Math.abs(y - this.y) + Math.abs(w - this.w) < 3;
  }

  /** Zooms by a factor, keeping the place below a point of the screen; by default the middle. */
  zoom(factor, clientX = null, clientY = null, isAnimated = true) {
    let [partX, partY] = [0.5, 0.5];
    if (clientX !== null) {
      const box = this.svg.getBoundingClientRect();
      partX = (clientX - box.left) / box.width;
      partY = (clientY - box.top) / box.height;
    }
    const w = Math.min(worldWidth, Math.max(narrowest, this.w / factor));
    const lost = this.w - w;
    this.show(this.x + lost * partX, this.y + (lost / 2) * partY, w, isAnimated);
  }

  /** Moves the view just enough to show the place away from its edges. */
  reveal([x, y]) {
    const [marginX, marginY] = [this.w * 0.15, this.w * 0.075];
    const into = (low, size, margin, value) => Math.min(value - margin, Math.max(value + margin - size, low));
    this.show(into(this.x, this.w, marginX, x), into(this.y, this.w / 2, marginY, y), this.w);
  }

  #set([x, y, w]) {
    const hasZoomed = Math.abs(w - this.w) > 0.5;
    [this.x, this.y, this.w] = [x, y, w];
    this.#draw(hasZoomed);
  }

  #draw(hasZoomed) {
    this.svg.setAttribute('viewBox', [this.x, this.y, this.w, this.w / 2].map((value) => Math.round(value * 10) / 10).join(' '));
    this.svg.classList.toggle('is-zoomed', this.isZoomed);
    if (hasZoomed) {
      this.names.setAttribute('font-size', 11 * this.unit);
      for (const names of this.names.children) names.toggleAttribute('hidden', Number(names.dataset.scale) > 10 / this.unit);
      this.dispatchEvent(new Event('zoom'));
    }
    this.dispatchEvent(new Event('move'));
  }

  #wheel(event) {
    // Scrolling the page across the map, or out of the whole world, isn't zooming.
    if (!event.ctrlKey && Date.now() - this.scrolled < 250) return;
    if (event.deltaY > 0 && !this.isZoomed && !event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 16 : 1);
    this.zoom(Math.exp(Math.max(-160, Math.min(160, -pixels)) * (event.ctrlKey ? 0.01 : 0.004)), event.clientX, event.clientY, false);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = this.w / 8;
    const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
    if (moves[event.key]) {
      const [x, y] = boundedView(this.x + moves[event.key][0], this.y + moves[event.key][1], this.w);
      if (x === this.x && y === this.y) return;
      this.show(x, y, this.w);
    } else if (event.key === '+' || event.key === '=') {
      this.zoom(1.6);
    } else if (event.key === '-') {
      this.zoom(1 / 1.6);
    } else if (event.key === '0') {
      this.show(0, 0, worldWidth);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #down(event) {
    if (event.button > 0) return;
    if (!this.pointers.size) this.wasDragged = false;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY });
  }

  #moved(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    // A mouse that was released outside the window.
    if (event.pointerType === 'mouse' && !event.buttons) return void this.#up(event);
    const others = [...this.pointers.values()].filter((other) => other !== pointer);
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    if (!this.wasDragged && Math.hypot(event.clientX - pointer.startX, event.clientY - pointer.startY) < 5) return;
    if (others.length) {
      const other = others[0];
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      [pointer.x, pointer.y] = [event.clientX, event.clientY];
      this.wasDragged = true;
      if (before > 10) this.zoom(after / before, (pointer.x + other.x) / 2, (pointer.y + other.y) / 2, false);
      this.show(this.x - (dx / 2) * this.unit, this.y - (dy / 2) * this.unit, this.w, false);
    } else if (this.isZoomed) {
      if (!this.wasDragged) this.svg.setPointerCapture(event.pointerId);
      this.wasDragged = true;
      this.svg.classList.add('is-dragged');
      [pointer.x, pointer.y] = [event.clientX, event.clientY];
      this.show(this.x - dx * this.unit, this.y - dy * this.unit, this.w, false);
    }
  }

  #up(event) {
    this.pointers.delete(event.pointerId);
    this.svg.classList.remove('is-dragged');
  }
}

/** The nearest view that the world allows. */
function boundedView(x, y, w) {
  const width = Math.min(worldWidth, Math.max(narrowest, w));
  return [Math.min(worldWidth - width, Math.max(0, x)), Math.min((worldWidth - width) / 2, Math.max(0, y)), width];
}

/** The view that has all of the points, with a margin. */
function viewAround(points) {
  if (!points.length) return [0, 0, worldWidth];
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const width = Math.min(worldWidth, Math.max(narrowest, (east - west) * 1.3, (south - north) * 2.6));
  return [(west + east - width) / 2, (north + south - width / 2) / 2, width];
}
