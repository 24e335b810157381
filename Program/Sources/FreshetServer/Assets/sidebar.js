// The sidebar: followed feeds, and unread counts here and elsewhere on the page.

let isLoading = false;
/** The newest version of the followed feeds. */
let newestVersion;

/** The paths of the followed feeds in the sidebar. */
export function followed() {
  const links = document.querySelectorAll('.side ul[aria-labelledby="side-followed"] a, .side ul[aria-labelledby^="side-folder-"] a');
  return [...links].map((link) => link.getAttribute('href'));
}

function unreadWords(count) { return count ? `${count}<span class="visually-hidden"> unread</span>` : ''; }

/** Shows the followed feeds, given their version: other feeds, names or folders. */
export function showFollowed(version) {
  newestVersion = version;
  renewSidebar();
}

function renewSidebar() { if (document.querySelector('.side').dataset.followed !== newestVersion) loadSidebar(); }

/** Shows unread counts, given by the paths of pages: `/unread`, and those of all followed feeds. */
export function showUnread(counts) {
  // The reader may have been in the sidebar before.
  renewSidebar();
  for (const [path, count] of Object.entries(counts)) {
    for (const element of document.querySelectorAll(`[data-unread="${CSS.escape(path)}"]`)) {
      if (element.matches('.unread-count')) {
        element.innerHTML = unreadWords(count);
      } else {
        element.textContent = count;
      }
    }
  }
  for (const folder of document.querySelectorAll('[data-unread-folder]')) {
    const feeds = folder.closest('h3').nextElementSibling.querySelectorAll('.unread-count');
    const count = [...feeds].reduce((sum, element) => sum + (counts[element.dataset.unread] ?? 0), 0);
    folder.innerHTML = unreadWords(count);
  }
  const total = counts['/unread'];
  document.title = document.title.replace(/^(\(\d+\) )?/, total ? `(${total}) ` : '');
}

/** Replaces the sidebar by the one that the server sends now, unless the reader is in it. */
export async function loadSidebar() {
  const side = document.querySelector('.side');
  if (isLoading || side.contains(document.activeElement)) return;
  isLoading = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' } });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const fresh = page.querySelector('.side');
    if (!fresh || side.contains(document.activeElement)) return;
    side.replaceChildren(...fresh.childNodes);
    side.dataset.followed = fresh.dataset.followed;
  } catch {
    // The next update tries again.
  } finally {
    isLoading = false;
  }
}
