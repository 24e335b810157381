// Loads the full text of the open item without leaving the page, for some feeds as soon as the item is open.

import { hasScrolled, loadItem } from './items.js';
import { say } from './messages.js';
import { post, Refusal } from './offline.js';

/** The texts that arrived while the reader was reading, by their forms. */
const readyTexts = new WeakMap();

async function loadFullText(form) {
  if (form.hasAttribute('aria-busy')) return;
  const article = form.closest('.item');
  const isAsked = !('always' in form.dataset);
  const words = form.querySelector('[role=status]');
  form.setAttribute('aria-busy', 'true');
  words.textContent = 'Loading the full text…';
  try {
    await post('/full-text', new FormData(form));
    const text = (await loadItem(article.dataset.address)).querySelector('.item-text');
    words.textContent = '';
    if (!form.isConnected) return;
    if (isAsked || !hasScrolled(article)) {
      showFullText(form, text);
    } else {
      readyTexts.set(form, text);
      form.querySelector('button').textContent = 'Show the full text';
    }
  } catch (error) {
    words.textContent = error instanceof Refusal ? error.message : "Couldn't load the full text. Freshet didn't respond.";
  } finally {
    form.removeAttribute('aria-busy');
  }
}

function showFullText(form, text) {
  const old = form.closest('.item-text');
  const hadFocus = form.contains(document.activeElement);
  old.replaceWith(text);
  if (hadFocus) {
    text.tabIndex = -1;
    text.focus({ preventScroll: true });
  }
  say(text.querySelector('.full-text') ? text.querySelector('.fine').textContent : 'Full text loaded');
}

/** Loads the full text of an item that has just been opened, if its feed's settings say so. */
export function loadAlways(article) {
  const form = article.querySelector('.full-text[data-always]');
  // Items that are only passed aren't requested.
  if (form) setTimeout(() => { if (form.isConnected) loadFullText(form); }, 400);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!form.matches('.full-text')) return;
  event.preventDefault();
  const text = readyTexts.get(form);
  delete form.dataset.always;
  if (text) showFullText(form, text);
  else loadFullText(form);
});
