// What scrolls the list: the main part of a wide page, else the page itself.

const listMain = document.querySelector('main.feed');

/** Whether the list scrolls by itself. */
function scrollsItself() { return Boolean(listMain) && getComputedStyle(listMain).overflowY !== 'visible'; }

/** The element whose `scrollTop` moves the list. */
export function listScroller() { return scrollsItself() ? listMain : document.scrollingElement; }

// Browsers restore the position of pages only.

addEventListener('pagehide', () => {
  if (scrollsItself()) history.replaceState({ ...history.state, top: listMain.scrollTop }, '');
});
if (history.state?.top && scrollsItself()) listMain.scrollTop = history.state.top;

// Without a focused element, keys scroll the page, which has nothing to scroll then.

const strides = { PageDown: 0.9, PageUp: -0.9, ' ': 0.9, ArrowDown: 0.08, ArrowUp: -0.08, Home: -Infinity, End: Infinity };
document.addEventListener('keydown', (event) => {
  const stride = strides[event.key];
  if (!stride || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey || !scrollsItself()) return;
  event.preventDefault();
  const distance = stride * listMain.clientHeight * (event.key === ' ' && event.shiftKey ? -1 : 1);
  if (Number.isFinite(distance)) listMain.scrollBy({ top: distance });
  else listMain.scrollTo({ top: distance < 0 ? 0 : listMain.scrollHeight });
});
