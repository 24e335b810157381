// What helps in a long item: how far it has been read, its contents, and its address to copy or share.

import { showIcons } from './icons.js';
import { element, isWide } from './items.js';
import { say, tell } from './messages.js';
import { opened } from './pane.js';
import { listScroller } from './scroller.js';

/** An item with fewer headings has no contents. */
const fewestHeadings = 4;

const readingPane = document.getElementById('pane');
const progressBar = element('div', 'reading-progress');
readingPane?.querySelector('.pane-bar')?.append(progressBar);

/** What scrolls the open item: its pane or, on a narrow screen, the page. */
function itemScroller() { return isWide.matches ? readingPane : listScroller(); }

let isMeasuring = false;
function showProgress() {
  isMeasuring = false;
  const { scrollTop, scrollHeight, clientHeight } = itemScroller();
  const length = scrollHeight - clientHeight;
  // Less than a page needs no bar.
  progressBar.style.setProperty('--read', length > clientHeight / 2 ? Math.min(1, scrollTop / length) : 0);
}

addEventListener('scroll', () => {
  if (isMeasuring || !readingPane || readingPane.hidden) return;
  isMeasuring = true;
  requestAnimationFrame(showProgress);
}, { passive: true, capture: true });

/** Lists the headings of a long text above it. */
function addContents(article) {
  const text = article.querySelector('.item-text > .prose');
  const headings = [...text?.querySelectorAll('h2, h3, h4') ?? []].filter((heading) => heading.textContent.trim());
  if (headings.length < fewestHeadings || article.querySelector('.contents')) return;
  const list = element('ol', '');
  for (const heading of headings) {
    const link = element('button', '', heading.textContent.trim());
    link.type = 'button';
    link.addEventListener('click', () => {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      heading.scrollIntoView({ block: 'start' });
    });
    list.append(element('li', '', link));
  }
  const contents = element('details', 'contents', element('summary', '', 'Contents'), list);
  text.before(contents);
}

function readItem() {
  const article = readingPane?.querySelector('.item');
  if (!article) return;
  addContents(article);
  showIcons(article);
  // Only some systems have a sheet to share with.
  for (const button of article.querySelectorAll('.share')) button.hidden = button.value === 'system' && !navigator.share;
  requestAnimationFrame(showProgress);
}

opened.addEventListener('change', readItem);
readItem();

document.addEventListener('click', async ({ target }) => {
  const button = target.closest?.('.item .share');
  if (!button) return;
  const { url, title } = button.dataset;
  try {
    if (button.value === 'copy') {
      await navigator.clipboard.writeText(url);
      tell('Link copied.');
    } else {
      await navigator.share({ url, title });
    }
  } catch (error) {
    // The reader has closed the system's sheet.
    if (error.name !== 'AbortError') say("Couldn't share the link.");
  }
});
