// Moves followed feeds and folders in the sidebar: with Alt and an arrow key, or by dragging.

import { pathOf } from './addresses.js';
import { say, tell } from './messages.js';
import { connection, post } from './offline.js';
import { loadSidebar } from './sidebar.js';

const inFollows = '.follows :is(li, .folder-name) > a';

/** What a link of the sidebar stands for, as the server names it: the path of a feed's page, or of a folder. */
function nameOf(link) { return link.closest('.folder-name') ? link.closest('.folder').querySelector('[data-folder]').dataset.folder : pathOf(link.getAttribute('href')); }

/** What moves with a link: its feed, or its folder with all that it contains. */
function partOf(link) { return link.closest('.folder-name')?.parentElement ?? link.closest('li'); }

function titleOf(link) { return link.querySelector('span:not(.feed-mark)').textContent; }

async function arrange(fields) {
  try {
    await post('/following', fields);
    return true;
  } catch (error) {
    tell(connection.isLost ? 'No connection to Freshet. The order stays.' : error.message);
    return false;
  }
}

/** Moves a feed or a folder by one place; keeps the focus. */
async function moveByOne(link, direction) {
  const part = partOf(link);
  const other = direction === 'up' ? part.previousElementSibling : part.nextElementSibling;
  const title = titleOf(link);
  if (!other?.matches('li, .folder')) return say(`${title} is ${direction === 'up' ? 'first' : 'last'}`);
  const move = (isBack) => {
    if ((direction === 'up') !== isBack) other.before(part);
    else other.after(part);
    link.focus();
  };
  move(false);
  const parts = [...part.parentElement.children].filter((each) => each.matches(part.matches('li') ? 'li' : '.folder'));
  say(`${title}: ${parts.indexOf(part) + 1} of ${parts.length}`);
  if (!await arrange({ [direction]: nameOf(link) })) move(true);
}

document.addEventListener('keydown', (event) => {
  const direction = { ArrowUp: 'up', ArrowDown: 'down' }[event.key];
  if (!direction || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest?.(inFollows);
  if (!link) return;
  event.preventDefault();
  moveByOne(link, direction);
});

// Dragging

let dragged = null;

function clearPlace() {
  for (const element of document.querySelectorAll('.drop-before, .drop-after, .drop-into')) {
    element.classList.remove('drop-before', 'drop-after', 'drop-into');
  }
}

/** Where what is dragged would go: the link that the pointer is on, and beside it or into it; null for nowhere. */
function placeAt({ target, clientY }) {
  if (target.closest?.('#side-followed')) return { link: null, part: target.closest('#side-followed'), where: 'into' };
  const link = target.closest?.(inFollows);
  const part = link && partOf(link);
  if (!part || part === dragged.part || dragged.part.contains(part)) return null;
  const { top, height } = link.getBoundingClientRect();
  const at = (clientY - top) / height;
  const isFolder = part.matches('.folder');
  // A feed goes into a folder. A folder goes beside another one, or into it in the middle.
  if (isFolder && (dragged.part.matches('li') || (at > 0.3 && at < 0.7))) return { link, part, where: 'into' };
  if (!isFolder && dragged.part.matches('.folder')) return null;
  return { link, part, where: at < 0.5 ? 'before' : 'after' };
}

document.addEventListener('dragstart', (event) => {
  const link = event.target.closest?.(inFollows);
  if (!link) return;
  dragged = { link, part: partOf(link) };
  event.dataTransfer.effectAllowed = 'copyMove';
});
document.addEventListener('dragover', (event) => {
  if (!dragged) return;
  clearPlace();
  const place = placeAt(event);
  if (!place) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'move';
  place.part.classList.add(`drop-${place.where}`);
});
document.addEventListener('drop', async (event) => {
  if (!dragged) return;
  const place = placeAt(event);
  clearPlace();
  if (!place) return;
  event.preventDefault();
  const { link } = dragged;
  const other = place.link ? nameOf(place.link) : '';
  if (await arrange({ move: nameOf(link), [place.where]: other })) {
    say(`Moved ${titleOf(link)}`);
    document.activeElement?.closest('.side')?.contains(link) && document.activeElement.blur();
    loadSidebar();
  }
});
document.addEventListener('dragend', () => {
  clearPlace();
  dragged = null;
});
