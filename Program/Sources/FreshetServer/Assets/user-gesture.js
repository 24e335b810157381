// Waits for the reader on a page that a link of another site opened: until then nothing is marked, loaded or reported.

/** Resolved after the reader's first click or key; null on pages that the reader opened. */
const firstAct = 'foreign' in document.documentElement.dataset ? new Promise((done) => {
  // What the click or the key does comes first: it may mark the item as unread.
  for (const type of ['click', 'keydown']) addEventListener(type, () => setTimeout(done), { once: true, capture: true });
}) : null;

/** Calls a function now or, on a page that another site opened, once the reader has acted. */
export function onceActed(work) {
  if (firstAct) firstAct.then(work);
  else work();
}
