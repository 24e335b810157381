// Audio and video of items: continues where it stopped, here or on another device, and reports where it stops.

import { addressOf } from './addresses.js';

/** How often the position is reported while a file plays, in ms. */
const reportInterval = 15000;
/** A file that was played to its last seconds begins again. */
const lastSeconds = 5;

/** The players that were used, with their item's feed and id. */
const watchedPlayers = new WeakMap();

/** Reports where a player is; the request outlives the page. */
function reportPosition(player) {
  if (!player.readyState) return;
  player.reportedAt = Date.now();
  const fields = new URLSearchParams({ ...watchedPlayers.get(player), url: player.getAttribute('src'), position: player.currentTime });
  if (Number.isFinite(player.duration)) fields.set('duration', player.duration);
  navigator.sendBeacon(addressOf('/playback'), fields);
}

/** Reports a player's position from now on. Events of a player that has left the page don't reach the document. */
function watchPlayer(player) {
  if (watchedPlayers.has(player)) return;
  const { itemFeed: feed, id } = player.closest('.files').dataset;
  watchedPlayers.set(player, { feed, id });
  player.reportedAt = Date.now();
  for (const name of ['pause', 'ended']) player.addEventListener(name, () => reportPosition(player));
  player.addEventListener('seeked', () => { if (player.paused) reportPosition(player); });
  player.addEventListener('timeupdate', () => {
    if (!player.paused && Date.now() - player.reportedAt >= reportInterval) reportPosition(player);
  });
}

function reportPlaying() {
  for (const player of document.querySelectorAll('audio, video')) if (!player.paused && watchedPlayers.has(player)) reportPosition(player);
}
document.addEventListener('visibilitychange', () => { if (document.hidden) reportPlaying(); });
addEventListener('pagehide', reportPlaying);

// Media events don't bubble.
document.addEventListener('loadedmetadata', ({ target }) => {
  const position = Number(target.dataset.position);
  if (position > 0 && position < target.duration - lastSeconds && !target.currentTime) target.currentTime = position;
}, true);

document.addEventListener('play', ({ target }) => {
  watchPlayer(target);
  // Two files at once can't be heard.
  for (const other of document.querySelectorAll('audio, video')) if (other !== target) other.pause();
}, true);

document.addEventListener('error', ({ target }) => {
  if (!target.matches?.('.files audio, .files video')) return;
  const words = target.closest('li').querySelector('[role=status]');
  words.textContent = "Can't play this file here. Open the link instead.";
}, true);
