// Keeps a place for pictures whose size isn't known until they arrive, so that the text below moves as little as possible.

/** Whether a picture stands alone, rather than in a line of text. */
function isAlone(image) {
  const block = image.closest('figure, p, li, dd, td, th');
  return !block || block.matches('figure') || (!block.matches('td, th') && block.textContent.trim() === '');
}

/** Gives the pictures below an element a place in usual proportions, if they have no size. */
export function keepPlaces(root) {
  for (const image of root.querySelectorAll('.prose img:not([width])')) {
    image.classList.toggle('is-awaited', isAlone(image) && !image.naturalWidth);
  }
}

for (const name of ['load', 'error']) {
  document.addEventListener(name, ({ target }) => {
    if (target.matches?.('img.is-awaited')) target.classList.remove('is-awaited');
  }, true);
}
