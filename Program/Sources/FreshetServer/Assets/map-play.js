// Playing through the days: the map shows what was open on each, from the first to the last.

const dayHours = 24;
const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
/** The number of steps from the first day to the last. */
const mostSteps = 90;

export class MapPlay {
  /**
   * @param group the markers
   * @param redraw called after the visible markers have changed
   */
  constructor(group, redraw) {
    this.group = group;
    this.redraw = redraw;
    this.button = document.createElement('button');
    this.button.type = 'button';
    this.button.className = 'map-play';
    this.day = document.createElement('p');
    this.day.className = 'map-day';
    this.day.hidden = true;
    this.button.addEventListener('click', () => this.#press());
    this.#describe();
  }

  get isPlaying() { return this.hour !== undefined; }

  /** Ends with all markers shown. */
  stop() {
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    this.hour = undefined;
    for (const marker of this.group.children) marker.classList.remove('is-off');
    this.day.hidden = true;
    this.#describe();
    this.redraw();
  }

  #press() {
    // Without motion each press shows the next day.
    if (this.isPlaying && !isCalm.matches) return this.stop();
    if (!this.isPlaying && !this.#begin()) return undefined;
    return this.#step();
  }

  #begin() {
    const markers = [...this.group.children].filter((marker) => marker.dataset.from && !marker.hasAttribute('hidden'));
    if (!markers.length) return false;
    this.last = Math.floor(Date.now() / 36e5);
    // Begins with the selected days at the earliest, although some events stay open for years.
    const days = Number(document.getElementById('days')?.value ?? 0);
    const oldest = Math.min(...markers.map((marker) => Number(marker.dataset.from)));
    const begin = Math.max(oldest, days ? this.last - days * dayHours : oldest);
    const span = this.last - begin;
    const unit = span > 3 * dayHours ? dayHours : 1;
    this.size = Math.max(unit, Math.ceil(span / mostSteps / unit) * unit);
    this.hour = unit === dayHours ? Math.floor(begin / dayHours) * dayHours : begin;
    return true;
  }

  #step() {
    if (this.hour > this.last) return this.stop();
    const [begin, end] = [this.hour, this.hour + this.size];
    let count = 0;
    for (const marker of this.group.children) {
      const { from, to } = marker.dataset;
      const isOn = from !== undefined && Number(from) < end && (to === undefined || Number(to) >= begin);
      marker.classList.toggle('is-off', !isOn);
      if (isOn && !marker.hasAttribute('hidden')) count += 1;
    }
    const date = new Date(begin * 36e5);
    const words = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
    const hour = this.size < dayHours ? `, ${String(date.getUTCHours()).padStart(2, '0')}:00 UTC` : '';
    this.day.textContent = `${words}${hour}: ${count}`;
    this.day.hidden = false;
    this.hour = end;
    this.#describe();
    this.redraw();
    if (!isCalm.matches) this.timer = setTimeout(() => this.#step(), 220);
    return undefined;
  }

  #describe() {
    const words = !this.isPlaying ? 'Play through the days' : isCalm.matches ? 'Show the next day' : 'Stop playing';
    this.button.setAttribute('aria-label', words);
    this.button.title = words;
    this.button.classList.toggle('is-playing', this.isPlaying && !isCalm.matches);
  }
}
