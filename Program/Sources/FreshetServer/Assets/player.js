// Audio and video of items: continues where it stopped, here or on another device, and reports where it stops.

import { addressOf } from './addresses.js';
import { onSettings, settingOf } from './settings.js';

/** How often the position is reported while a file plays, in ms. */
const reportInterval = 15000;
/** A file that was played to its last seconds begins again. */
const lastSeconds = 5;

/** The players that were used, with their item's feed and id. */
const watchedPlayers = new WeakMap();

/** Reports where a player is; the request outlives the page. */
export function reportPosition(player) {
  if (!player.readyState) return;
  player.reportedAt = Date.now();
  const url = player.getAttribute('src');
  const fields = new URLSearchParams({ ...watchedPlayers.get(player), url, position: player.currentTime });
  if (Number.isFinite(player.duration)) fields.set('duration', player.duration);
  navigator.sendBeacon(addressOf('/playback'), fields);
  for (const other of document.querySelectorAll('.files :is(audio, video)')) {
    if (other.getAttribute('src') === url) other.dataset.position = player.currentTime;
  }
}

/** Reports a player's position from now on, as that of an item. Events of a player that has left the page don't reach the document. */
export function watchPlayer(player, feed, id) {
  const isKnown = watchedPlayers.has(player);
  watchedPlayers.set(player, { feed, id });
  player.reportedAt = Date.now();
  if (isKnown) return;
  for (const name of ['pause', 'ended']) player.addEventListener(name, () => reportPosition(player));
  player.addEventListener('seeked', () => { if (player.paused) reportPosition(player); });
  player.addEventListener('timeupdate', () => {
    if (!player.paused && Date.now() - player.reportedAt >= reportInterval) reportPosition(player);
  });
}

function allPlayers() { return document.querySelectorAll('audio, video'); }

function reportPlaying() {
  for (const player of allPlayers()) if (!player.paused && watchedPlayers.has(player)) reportPosition(player);
}
document.addEventListener('visibilitychange', () => { if (document.hidden) reportPlaying(); });
addEventListener('pagehide', reportPlaying);

/** Loading a file sets the speed to the default one. */
function setSpeed(player) { player.defaultPlaybackRate = player.playbackRate = Number(settingOf('speed')) || 1; }
onSettings(() => allPlayers().forEach(setSpeed));

// Media events don't bubble.
document.addEventListener('loadedmetadata', ({ target }) => {
  const position = Number(target.dataset.position);
  if (position > 0 && position < target.duration - lastSeconds) target.currentTime = position;
}, true);

document.addEventListener('play', ({ target }) => {
  const files = target.closest('.files');
  if (files) watchPlayer(target, files.dataset.itemFeed, files.dataset.id);
  setSpeed(target);
  // Two files at once can't be heard.
  for (const other of allPlayers()) if (other !== target) other.pause();
}, true);

document.addEventListener('error', ({ target }) => {
  if (!target.matches?.('.files audio, .files video')) return;
  const words = target.closest('li').querySelector('[role=status]');
  words.textContent = "Can't play this file here. Open the link instead.";
}, true);
