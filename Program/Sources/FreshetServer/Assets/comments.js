// The comments of the open item: follows their refresh, and loads long discussions in parts.

import { addressOf } from './addresses.js';
import { element, hasScrolled, loadComments, loadItem, readied } from './items.js';
import { drawn } from './live.js';
import { say, tell } from './messages.js';
import { post } from './offline.js';

/** The maximum number of comments to insert before the page is drawn again. */
const mostComments = 25;

let thread = null;

/** Stops following the comments of an item. */
export function leaveThread() {
  clearTimeout(thread?.timer);
  thread?.source?.close();
  thread = null;
}

/** The events of a discussion's refresh. They bring no comments. */
function threadEvents(path) {
  const url = new URL(addressOf(path), location.href);
  url.searchParams.set('part', 'status');
  return new EventSource(url);
}

/**
 * Requests the discussion if the item stays open, as on its own page. Comments are shown as they arrive unless someone is already
 * reading.
 */
export function followThread(article, address) {
  const section = article.querySelector('.comments[data-thread]');
  if (!section) return;
  const state = { timer: 0, source: null };
  thread = state;
  state.timer = setTimeout(() => {
    const source = threadEvents(section.dataset.thread);
    state.source = source;
    source.addEventListener('page', (event) => {
      const { freshness } = JSON.parse(event.data);
      const isDone = freshness === 'fresh' || freshness === 'stale';
      if (isDone) source.close();
      clearTimeout(state.timer);
      state.timer = setTimeout(() => renewComments(article, address, state, isDone), isDone ? 0 : 700);
    });
  }, 400);
}

/** Reports a visit to a discussion whose comments, as they are stored, have been shown. */
function visitThread(section) {
  navigator.sendBeacon(addressOf('/visit'), new URLSearchParams({ feed: section.dataset.thread }));
}

async function renewComments(article, address, state, isDone) {
  let fresh;
  try {
    fresh = (await loadItem(address)).querySelector('.comments');
  } catch {
    return; // The next event tries again.
  }
  const old = article.querySelector('.comments');
  if (thread !== state || !fresh || !old) return;
  const added = Number(fresh.dataset.count) - Number(old.dataset.count);
  const isRead = Number(old.dataset.count) > 0 && (old.contains(document.activeElement)
    || hasScrolled(article) || old.querySelector('details:not([open])'));
  const visit = () => { if (isDone) visitThread(fresh); };
  if (!isRead) {
    old.replaceWith(fresh);
    return visit();
  }
  old.querySelector('.comments-new')?.remove();
  old.querySelector('.comments-state').replaceWith(fresh.querySelector('.comments-state'));
  if (added <= 0) return visit();
  const button = element('button', 'button comments-new', added === 1 ? 'Show 1 new comment' : `Show ${added} new comments`);
  button.type = 'button';
  button.addEventListener('click', () => {
    old.replaceWith(fresh);
    visit();
    fresh.querySelector('h3').focus({ preventScroll: true });
  });
  old.querySelector('.comments-state').after(button);
}

// All comments: requested if they aren't stored, then inserted among those that are shown.

/** How long an upstream waits between two requests for one discussion, in ms. */
const refreshPause = 10500;

/** Ends when the discussion at a path has been refreshed, or can't be. */
function refreshThread(path, words) {
  words.textContent = 'Loading all comments…';
  return new Promise((done) => {
    const state = { timer: 0, source: threadEvents(path) };
    thread = state;
    let isRefreshed = false;
    const end = () => {
      clearTimeout(state.timer);
      state.source.close();
      done();
    };
    // A discussion that was requested a moment ago is fresh, but not whole.
    state.timer = setTimeout(() => {
      if (isRefreshed) return;
      post('/refresh', { feed: path }).catch(() => {});
      state.timer = setTimeout(() => { if (!isRefreshed) end(); }, refreshPause);
    }, refreshPause);
    state.source.addEventListener('page', (event) => {
      const { freshness, progress } = JSON.parse(event.data);
      if (progress) {
        isRefreshed = true;
        words.textContent = `Comments: ${progress[0]} of ${progress[1]}`;
      }
      if (freshness === 'stale' || (freshness === 'fresh' && isRefreshed)) end();
    });
  });
}

/** Takes comments in the order of reading, and inserts those that aren't shown. */
class CommentTree {
  /** The last comment of each depth, outermost first. */
  #path = [];
  /** The last comment of each list that has been in the order. */
  #previous = new Map();

  constructor(section) {
    this.section = section;
    this.known = new Map([...section.querySelectorAll('.comment')].map((comment) => [comment.dataset.id, comment]));
  }

  take(comment) {
    const depth = Number(comment.dataset.depth);
    while (this.#path.length && Number(this.#path.at(-1).dataset.depth) >= depth) this.#path.pop();
    const list = this.#list(this.#path.at(-1));
    const shown = this.known.get(comment.dataset.id);
    const previous = this.#previous.get(list);
    if (shown) {
      const summary = shown.querySelector(':scope > details > summary');
      const replies = comment.querySelector('.replies');
      summary.querySelector('.replies')?.remove();
      if (replies) summary.append(replies);
    } else {
      if (previous) previous.after(comment);
      else list.prepend(comment);
      this.known.set(comment.dataset.id, comment);
    }
    if (!shown) readied(comment);
    this.#previous.set(list, shown ?? comment);
    this.#path.push(shown ?? comment);
  }

  #list(parent) {
    const root = parent?.querySelector(':scope > details') ?? this.section;
    const list = root.querySelector(':scope > .tree') ?? element('ol', 'tree');
    if (!list.parentNode) root.append(list);
    return list;
  }
}

async function showAllComments(section, link) {
  const article = section.closest('.item');
  const words = section.querySelector('.comments-state span');
  section.querySelector('.comments-new')?.remove();
  link.setAttribute('aria-busy', 'true');
  leaveThread();
  const tree = new CommentTree(section);
  try {
    if (link.dataset.thread) await refreshThread(link.dataset.thread, words);
    const comments = await loadComments(article.dataset.address);
    while (comments.length && section.isConnected) {
      for (const comment of comments.splice(0, mostComments)) tree.take(comment);
      await drawn();
    }
    if (!section.isConnected) return; // the item was left
    const count = tree.known.size;
    section.dataset.count = count;
    section.querySelector('h3').textContent = `${count} comments`;
    words.textContent = '';
    if (link.contains(document.activeElement)) section.querySelector('h3').focus({ preventScroll: true });
    link.remove();
    say(`${count} comments`);
  } catch {
    link.removeAttribute('aria-busy');
    if (!section.isConnected) return;
    words.textContent = '';
    tell("Couldn't load all comments. Freshet didn't respond.");
    followThread(article, article.dataset.address);
  }
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('.comments-more');
  const section = link?.closest('.comments[data-thread]');
  if (!section || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!link.hasAttribute('aria-busy')) showAllComments(section, link);
});
