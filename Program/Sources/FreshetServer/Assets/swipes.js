// Swipes on rows of a touch screen: right and left save an item or mark it as read, as the account has chosen.

import { mark } from './marks.js';
import { settingOf } from './settings.js';
import { offerUndo } from './undo.js';

/** What a swipe does to a row: the mark that it sets, the one that reverses it, their names, and what is said of them. */
const swipeEffects = {
  save: { name: 'saved', words: ['Save', 'Unsave'], done: ['Saved.', 'Unsaved.'] },
  read: { name: 'read', words: ['Mark as read', 'Mark as unread'], done: ['Marked as read.', 'Marked as unread.'] },
};
/** How far a finger moves before it is clear what it does, in pixels. */
const slop = 12;
/** The edges of the screen belong to the gestures of the system. */
const systemEdge = 20;
const wantsStillness = matchMedia('(prefers-reduced-motion: reduce)');
let rowSwipe = null;

/** Whether something between an element and its row scrolls sideways. */
function scrollsSideways(element, row) {
  for (let part = element; part && part !== row; part = part.parentElement) {
    if (part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowX)) return true;
  }
  return false;
}

/** The effect of a swipe to a side; undefined for none. */
function effectOf(by) { return swipeEffects[settingOf(by > 0 ? 'swipe-right' : 'swipe-left')]; }

function beginSwipe({ target, touches }) {
  endSwipe();
  const row = target.closest?.('.row');
  if (touches.length !== 1 || !row?.querySelector('.mark') || scrollsSideways(target, row)) return;
  const { clientX: x, clientY: y } = touches[0];
  if (x < systemEdge || x > innerWidth - systemEdge) return;
  rowSwipe = { row, x, y, by: 0 };
}

function moveSwipe({ touches }) {
  if (!rowSwipe) return;
  const by = touches[0].clientX - rowSwipe.x;
  if (!rowSwipe.strip) {
    const down = Math.abs(touches[0].clientY - rowSwipe.y);
    if (Math.max(Math.abs(by), down) < slop) return;
    if (Math.abs(by) < 1.5 * down || !effectOf(by)) return endSwipe();
    showStrip();
  }
  rowSwipe.by = effectOf(by) ? by : 0;
  showSwipe();
}

/** Shows the effect beside the row, where the row leaves room for it. */
function showStrip() {
  const box = rowSwipe.row.getBoundingClientRect();
  rowSwipe.far = Math.min(96, box.width * 0.3);
  rowSwipe.box = box;
  rowSwipe.strip = document.createElement('div');
  rowSwipe.strip.className = 'swipe';
  rowSwipe.strip.setAttribute('aria-hidden', 'true');
  rowSwipe.strip.append(document.createElement('span'), document.createElement('b'));
  Object.assign(rowSwipe.strip.style, { top: `${box.top}px`, height: `${box.height}px` });
  document.body.append(rowSwipe.strip);
  rowSwipe.row.classList.add('is-swiped');
  // The page must not become wider.
  rowSwipe.row.closest('main')?.classList.add('has-swipe');
}

function showSwipe() {
  const { row, strip, box, by, far } = rowSwipe;
  const effect = effectOf(by);
  const side = by > 0 ? { left: `${box.left}px`, right: 'auto' } : { left: 'auto', right: `${innerWidth - box.right}px` };
  Object.assign(strip.style, side, { width: `${Math.abs(by)}px` });
  strip.classList.toggle('is-left', by < 0);
  strip.classList.toggle('is-ready', Math.abs(by) > far);
  if (effect && strip.lastChild.textContent !== effect.words[isOn(row, effect) ? 1 : 0]) {
    strip.firstChild.className = `mark ${effect.name === 'saved' ? 'save' : 'read'}`;
    strip.lastChild.textContent = effect.words[isOn(row, effect) ? 1 : 0];
  }
  if (!wantsStillness.matches) row.style.translate = `${by}px`;
}

function isOn(row, { name }) { return row.classList.contains(`is-${name}`); }

function finishSwipe() {
  if (!rowSwipe) return;
  const { row, by, far } = rowSwipe;
  const effect = Math.abs(by) > far && effectOf(by);
  endSwipe();
  if (!effect) return;
  const [value, opposite] = isOn(row, effect) ? [`un${effect.name}`, effect.name] : [effect.name, `un${effect.name}`];
  mark(row, value);
  offerUndo(effect.done[value === effect.name ? 0 : 1], () => mark(row, opposite));
}

/** Returns the row to its place. */
function endSwipe() {
  if (!rowSwipe) return;
  const { row, strip } = rowSwipe;
  rowSwipe = null;
  strip?.remove();
  row.style.translate = '';
  row.classList.remove('is-swiped');
  const unclip = () => { if (!rowSwipe) row.closest('main')?.classList.remove('has-swipe'); };
  row.addEventListener('transitionend', unclip, { once: true });
}

addEventListener('touchstart', beginSwipe, { passive: true });
addEventListener('touchmove', moveSwipe, { passive: true });
addEventListener('touchend', finishSwipe);
addEventListener('touchcancel', endSwipe);
