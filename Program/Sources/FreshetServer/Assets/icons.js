// The icons of feeds: letters stand for them until the script has loaded those that are seen, many with one request.

import { addressOf, pathOf } from './addresses.js';
import { onceActed } from './user-gesture.js';
import { withTabStorage } from './storage.js';

/** The icons that the tab knows, by the paths of feeds; null for sites without one. */
const knownIcons = new Map(withTabStorage((storage) => JSON.parse(storage.getItem('icons'))) ?? []);
/** How many characters of them the tab keeps. */
const mostKept = 1500000;
/** How many are requested at a time. */
const mostRequested = 32;
/** When icons are requested again that the server was still loading, in ms. */
const iconRetries = [1500, 6000];

/** The letters that are seen, by the paths of their feeds. */
const seenMarks = new Map();
let iconTimer;

function feedOfMark(mark) { return pathOf((mark.closest('a') ?? mark.closest('.row').querySelector('.feed')).getAttribute('href')); }

/** Replaces a letter by the icon of its feed. Returns whether it is known, even if there is none. */
function paintIcon(mark, path) {
  const icon = knownIcons.get(path);
  if (icon) {
    const image = document.createElement('img');
    Object.assign(image, { alt: '', className: mark.className.replace(/ ?letter hue-\d/, ''), src: icon.startsWith('/') ? addressOf(icon) : icon });
    mark.replaceWith(image);
  }
  return icon !== undefined;
}

const markObserver = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    // A row may have been replaced since.
    if (!isIntersecting || !target.isConnected) continue;
    markObserver.unobserve(target);
    const path = feedOfMark(target);
    if (paintIcon(target, path)) continue;
    seenMarks.set(path, [...seenMarks.get(path) ?? [], target]);
    iconTimer ??= setTimeout(loadIcons, 50);
  }
});

async function loadIcons(retries = iconRetries) {
  iconTimer = null;
  const paths = [...seenMarks.keys()].filter((path) => !knownIcons.has(path));
  for (let begin = 0; begin < paths.length; begin += mostRequested) {
    const feeds = paths.slice(begin, begin + mostRequested).join(' ');
    try {
      const answer = await fetch(addressOf(`/icons?feeds=${encodeURIComponent(feeds)}`));
      if (!answer.ok) return;
      for (const [path, icon] of Object.entries((await answer.json()).icons)) knownIcons.set(path, icon);
    } catch {
      return;
    }
  }
  for (const [path, marks] of seenMarks) {
    if (!knownIcons.has(path)) continue;
    for (const mark of marks) paintIcon(mark, path);
    seenMarks.delete(path);
  }
  withTabStorage((storage) => {
    const kept = JSON.stringify([...knownIcons]);
    if (kept.length < mostKept) storage.setItem('icons', kept);
  });
  if (!seenMarks.size) return;
  // The feeds that the server doesn't answer for, because they are followed no longer, stay letters.
  if (retries.length) setTimeout(loadIcons, retries[0], retries.slice(1));
  else seenMarks.clear();
}

/** Shows the icons in a part of the page: known ones immediately, others once they are seen. */
export function showIcons(part) {
  for (const mark of part.querySelectorAll('[data-icon]')) if (!paintIcon(mark, feedOfMark(mark))) onceActed(() => markObserver.observe(mark));
}

showIcons(document);
