// Takes the others that tell the open item's story apart, and undoes that, without leaving the page.

import { loadItem } from './items.js';
import { itemSelector } from './marks.js';
import { tell } from './messages.js';
import { connection, post } from './offline.js';
import { offerUndo, undoOnServer } from './undo.js';

/** Selects the rows of the items that a story lists, and that of the open one. */
function rowsOf(article, section) {
  const others = [...section?.querySelectorAll('.story-apart') ?? []].map(({ elements }) => ({ scope: elements.scope.value, id: elements.id.value }));
  return [article.dataset, ...others].map((item) => itemSelector(item, '.row')).join();
}

/** Shows a story in the rows of its items: the words of the section that is shown now, and none for items that left it. */
function renewRows(article, section, fresh) {
  const now = fresh?.querySelector('template')?.content;
  const present = rowsOf(article, fresh);
  for (const row of document.querySelectorAll([rowsOf(article, section), present].join())) {
    for (const part of ['.voices', '.told ~ .new', '.names']) {
      const shown = row.querySelector(part);
      const renewed = row.matches(present) ? now?.querySelector(part) : null;
      if (shown && renewed) shown.replaceWith(document.importNode(renewed, true));
      else if (shown) shown.hidden = true;
    }
  }
}

/** Shows the open item's story as the server has it now. */
async function renewStory(section) {
  const article = section.closest('.item');
  const hadFocus = section.contains(document.activeElement) || document.activeElement === document.body;
  let fresh = null;
  try {
    fresh = (await loadItem(article.dataset.address)).querySelector('.story');
  } catch {
    // The section stays as it is.
    return;
  }
  if (!section.isConnected) return;
  renewRows(article, section, fresh);
  const level = section.querySelector('#story-title')?.getAttribute('aria-level');
  if (level) fresh?.querySelector('#story-title')?.setAttribute('aria-level', level);
  if (fresh) section.replaceWith(fresh);
  else section.remove();
  if (hadFocus) (fresh?.querySelector('#story-title') ?? article.querySelector('#item-title')).focus({ preventScroll: true });
}

/** The story of the open item. */
function shownStory() { return document.querySelector('.item .story'); }

async function renewShownStory() { if (shownStory()) await renewStory(shownStory()); }

async function sendStory(form, fields) {
  if (form.hasAttribute('aria-busy')) return;
  form.setAttribute('aria-busy', 'true');
  try {
    const answer = await post('/stories', fields);
    await renewStory(form.closest('.story'));
    if (answer.status === 204) return;
    const { undo } = await answer.json();
    const words = 'Taken apart.';
    offerUndo(words, () => undoOnServer({ path: '/stories', fields: { undo }, words }, renewShownStory));
  } catch (error) {
    tell(connection.isLost ? 'No connection to Freshet. The story stays.' : error.message);
  } finally {
    form.removeAttribute('aria-busy');
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('.story form')) return;
  event.preventDefault();
  sendStory(form, new FormData(form));
});
