// Rows on the screen keep their height when their content changes, so that nothing moves while the reader reads.

const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (!isIntersecting) release(target);
});
const steady = new Set();

/** The height of a row on the screen, with the lines of its title; null for other rows. Compact rows have one height anyway. */
export function held(row) {
  if (row.hidden || document.documentElement.dataset.density === 'compact' || row.querySelector('details[open]')) return null;
  const { top, bottom, height } = row.getBoundingClientRect();
  if (!height || bottom <= 0 || top >= innerHeight) return null;
  const title = row.querySelector('.title');
  const lines = title ? Math.round(title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight)) : 1;
  return { height, lines: Math.max(1, lines) };
}

/** Keeps a row at the height of the one that it replaces, until it is selected or leaves the screen. */
export function hold(row, size) {
  if (!size) return;
  row.style.setProperty('--height', `${size.height}px`);
  row.style.setProperty('--lines', size.lines);
  row.classList.add('is-steady');
  steady.add(row);
  watch.observe(row);
}

function release(row) {
  row.classList.remove('is-steady');
  steady.delete(row);
  watch.unobserve(row);
}

// The window or an item beside the list changes the width of rows.
let mainWidth = 0;
const content = document.querySelector('main');
if (content) {
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width !== mainWidth) steady.forEach(release);
    mainWidth = contentRect.width;
  }).observe(content);
}
document.addEventListener('toggle', ({ target }) => {
  const row = target.closest?.('.is-steady');
  if (row) release(row);
}, true);
