// Loads pages, and parts of them, from the server.

/** A page as a document. Fails if there is none, or the server can't be reached. */
export async function loadPage(address, signal) {
  const answer = await fetch(address, { signal, headers: { Accept: 'text/html' } });
  if (!answer.ok) throw new Error(`Couldn't load the page: Freshet's response was ${answer.status}.`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/** The part of a page that has this selector, at an item's address. Fails as `loadPage` does, and if the page lacks it. */
export async function loadPart(address, part, selector, signal) {
  const url = new URL(address, location.href);
  url.searchParams.set('part', part);
  const found = (await loadPage(url, signal)).querySelector(selector);
  if (!found) throw new Error(`${address}: no ${part}`);
  return found;
}
