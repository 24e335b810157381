// The player at the bottom of the page: plays the audio of items and what is queued after it, also while other items and pages are open.

import { onceActed } from './user-gesture.js';
import { serverRoot } from './addresses.js';
import { say } from './messages.js';
import { opened, openItem } from './pane.js';
import { loadPart } from './page-loader.js';
import { reportPosition, watchPlayer } from './player.js';
import { changeSettings, onSettings, settingOf } from './settings.js';
import { withStorage, withTabStorage } from './storage.js';

const playerBar = document.getElementById('player');
const audio = playerBar?.querySelector('audio');
const slider = playerBar?.querySelector('input');
/** How far the buttons go, in seconds. */
const jumps = { back: -15, forward: 30 };
/** How often the browser's other pages and the next one learn the position, in ms. */
const noteInterval = 5000;
/** How long the server may take to say where a queued file stopped, in ms. */
const positionTimeout = 8000;
/** A page that follows the one that played within this time goes on playing, in ms. */
const resumesWithin = 20000;
/** This page, among those of the browser. */
const pageID = Math.random().toString(36).slice(2);

/**
 * What the browser plays: the current file, those queued after it, and the page that plays.
 * A file: the `url`, its item's `feed`, `id`, `address`, `title`, the feed's title (`from`), a picture, and `position` and `duration` in seconds.
 */
let playing = { current: null, queue: [], page: null };
let notedAt = 0;
let isSeeking = false;

// Each change begins with what other pages have changed.

function readPlaying() {
  const kept = withStorage((storage) => JSON.parse(storage.getItem('player')));
  return Array.isArray(kept?.queue) ? kept : { current: null, queue: [], page: null };
}

function change(work) {
  playing = { ...readPlaying(), current: playing.current };
  work();
  if (playing.current) playing.current.position = position();
  withStorage((storage) => storage.setItem('player', JSON.stringify(playing)));
  notedAt = Date.now();
  paintPlayer();
}

function isSameFile(one, other) { return one?.url === other?.url && one?.feed === other?.feed && one?.id === other?.id; }

function position() { return audio.readyState ? audio.currentTime : playing.current?.position ?? 0; }

function duration() { return Number.isFinite(audio.duration) ? audio.duration : playing.current?.duration ?? 0; }

// Playing

/** Shows a file in the player. It is requested when it plays. */
function loadFile(file) {
  playing.current = file;
  playerBar.querySelector('.player-note').textContent = '';
  if (!file) {
    audio.removeAttribute('src');
    audio.load();
    return;
  }
  audio.dataset.position = file.position || 0;
  audio.setAttribute('src', file.url);
  watchPlayer(audio, file.feed, file.id);
}

function startPlaying() {
  // Browsers may refuse to play before the reader has pressed something; then the button waits. Other failures are events.
  audio.play().catch(() => {});
}

function playFile(file) {
  reportPosition(audio);
  change(() => {
    playing.queue = playing.queue.filter((other) => !isSameFile(other, file));
    loadFile(file);
  });
  startPlaying();
}

/** Where a file stopped, here or on another device. */
async function storedPosition(file) {
  try {
    const files = await loadPart(file.address, 'item', '.files', AbortSignal.timeout(positionTimeout));
    const found = [...files.querySelectorAll('audio')].find((one) => one.getAttribute('src') === file.url);
    return Number(found?.dataset.position) || 0;
  } catch {
    return file.position;
  }
}

async function playNext() {
  const { current } = playing;
  const [next] = readPlaying().queue;
  if (!next) return;
  audio.pause();
  const stopped = await storedPosition(next);
  // The reader may have chosen another one meanwhile.
  if (playing.current === current) playFile({ ...next, position: stopped });
}

function seek(to) {
  const seconds = Math.max(0, Math.min(to, duration() || to));
  if (audio.readyState) {
    audio.currentTime = seconds;
  } else if (playing.current) {
    playing.current.position = seconds;
    audio.dataset.position = seconds;
  }
  change(() => {});
}

/** Plays or pauses the current file or, without one, the first file of the open item. */
export function togglePlay() {
  if (!playing.current) document.querySelector('.item .plays [value=play]')?.click();
  else if (audio.paused) startPlaying();
  else audio.pause();
}

// The queue

function queueFile(file, isNext) {
  const isFirst = !playing.current;
  change(() => {
    const queue = playing.queue.filter((other) => !isSameFile(other, file));
    if (isFirst) loadFile(file);
    else playing.queue = isNext ? [file, ...queue] : [...queue, file];
  });
  say(isFirst ? 'In the player' : isNext ? 'Plays next' : 'Added to the queue');
}

function dequeue(file) { change(() => { playing.queue = playing.queue.filter((other) => !isSameFile(other, file)); }); }

function moveUp(file) {
  change(() => {
    const index = playing.queue.findIndex((other) => isSameFile(other, file));
    if (index > 0) playing.queue.splice(index - 1, 2, playing.queue[index], playing.queue[index - 1]);
  });
}

// What is shown

/** `1:05`, `1:02:05` */
function clockOf(seconds) {
  const [hours, minutes, rest] = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(Math.floor);
  const two = (number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function paintPosition() {
  const [at, length] = [position(), duration()];
  playerBar.querySelector('.player-time').textContent = clockOf(at);
  playerBar.querySelector('.player-length').textContent = length ? clockOf(length) : '';
  slider.max = Math.floor(length);
  slider.disabled = !length;
  if (!isSeeking) slider.value = at;
  slider.setAttribute('aria-valuetext', length ? `${clockOf(at)} of ${clockOf(length)}` : clockOf(at));
}

function nameButton(button, name) {
  button.setAttribute('aria-label', name);
  button.title = name;
}

function paintQueue() {
  const { queue } = playing;
  playerBar.querySelector('.player-queue .unread-count').textContent = queue.length || '';
  playerBar.querySelector('.player-queue summary').setAttribute('aria-label', `Queue: ${queue.length}`);
  playerBar.querySelector('.player-do [value=next]').disabled = !queue.length;
  playerBar.querySelector('.player-queue .fine').hidden = queue.length > 0;
  const list = playerBar.querySelector('.player-queue ol');
  const focused = list.contains(document.activeElement) && document.activeElement;
  const { file: focusedFile } = focused ? focused.closest('li') : {};
  const focusedIndex = focused ? [...list.children].indexOf(focused.closest('li')) : -1;
  list.replaceChildren(...queue.map((file, index) => {
    const row = playerBar.querySelector('#queued').content.firstElementChild.cloneNode(true);
    row.file = file;
    const [now, up, remove] = row.querySelectorAll('button');
    now.append(file.title);
    if (file.from) now.append(Object.assign(document.createElement('small'), { textContent: file.from }));
    now.title = 'Play now';
    nameButton(up, `Move “${file.title}” up`);
    nameButton(remove, `Remove “${file.title}” from the queue`);
    up.disabled = index === 0;
    return row;
  }));
  if (!focused) return;
  const row = [...list.children].find(({ file }) => isSameFile(file, focusedFile)) ?? list.children[Math.min(focusedIndex, queue.length - 1)];
  const button = row?.querySelector(`[value=${focused.value}]:enabled`) ?? row?.querySelector('[value=remove]');
  (button ?? playerBar.querySelector('.player-queue summary')).focus();
}

/** Names the buttons of the open item's files by what they do now. */
function paintFiles() {
  for (const buttons of document.querySelectorAll('.item .plays')) {
    const file = fileOf(buttons);
    const isCurrent = isSameFile(file, playing.current);
    const [now, next, queue] = buttons.querySelectorAll('button');
    now.querySelector('span').textContent = isCurrent && !audio.paused ? 'Pause' : 'Play';
    now.classList.toggle('is-playing', isCurrent && !audio.paused);
    [next.hidden, queue.hidden] = [isCurrent, isCurrent];
    queue.textContent = playing.queue.some((other) => isSameFile(other, file)) ? 'Remove from queue' : 'Add to queue';
  }
}

function paintPlayer() {
  const { current } = playing;
  playerBar.hidden = !current;
  document.documentElement.classList.toggle('has-player', Boolean(current));
  paintFiles();
  if (!current) {
    if (navigator.mediaSession) navigator.mediaSession.metadata = null;
    return;
  }
  const title = playerBar.querySelector('.player-title');
  title.textContent = current.title;
  title.href = current.address;
  playerBar.querySelector('.player-feed').textContent = current.from;
  const button = playerBar.querySelector('.player-do [value=play]');
  button.classList.toggle('is-playing', !audio.paused);
  const name = audio.paused ? 'Play' : 'Pause';
  button.setAttribute('aria-label', name);
  button.title = button.title.replace(/^\w+/, name);
  paintPosition();
  paintQueue();
  showInSystem();
}

// The keys and the screen of the system

function showInSystem() {
  const session = navigator.mediaSession;
  const { current, queue } = playing;
  // A page that doesn't play leaves them to the one that does.
  if (!session || audio.paused && !session.metadata) return;
  const { title, from, picture } = current;
  if (session.metadata?.title !== title || session.metadata.artist !== from) {
    session.metadata = new MediaMetadata({ title, artist: from, artwork: picture ? [{ src: new URL(picture, location.href).href }] : [] });
  }
  session.playbackState = audio.paused ? 'paused' : 'playing';
  session.setActionHandler('nexttrack', queue.length ? playNext : null);
  if (duration()) session.setPositionState({ duration: duration(), position: Math.min(position(), duration()), playbackRate: audio.playbackRate });
}

function handleSystemKeys() {
  const session = navigator.mediaSession;
  if (!session) return;
  session.setActionHandler('play', startPlaying);
  session.setActionHandler('pause', () => audio.pause());
  session.setActionHandler('seekbackward', ({ seekOffset }) => seek(position() - (seekOffset ?? -jumps.back)));
  session.setActionHandler('seekforward', ({ seekOffset }) => seek(position() + (seekOffset ?? jumps.forward)));
  session.setActionHandler('seekto', ({ seekTime }) => seek(seekTime));
}

// The buttons of the open item

/** The file beside the buttons of an item. */
function fileOf(buttons) {
  const [article, files, found] = [buttons.closest('.item'), buttons.closest('.files'), buttons.closest('li').querySelector('audio')];
  return {
    url: found.getAttribute('src'), feed: files.dataset.itemFeed, id: files.dataset.id, address: article.dataset.address,
    title: article.querySelector('#item-title').textContent, from: article.querySelector('.kicker bdi').textContent,
    picture: files.dataset.picture, position: Number(found.dataset.position) || 0, duration: Number(found.dataset.duration) || 0,
  };
}

function pressInItem({ value, parentElement }) {
  const file = fileOf(parentElement);
  if (value === 'play') {
    if (isSameFile(file, playing.current)) togglePlay();
    else playFile(file);
  } else if (value === 'queue' && playing.queue.some((other) => isSameFile(other, file))) {
    dequeue(file);
  } else {
    queueFile(file, value === 'next');
  }
}

const presses = {
  play: togglePlay,
  next: playNext,
  back: () => seek(position() + jumps.back),
  forward: () => seek(position() + jumps.forward),
  close() {
    reportPosition(audio);
    change(() => {
      loadFile(null);
      playing.page = pageID;
    });
  },
  now: (file) => storedPosition(file).then((stopped) => playFile({ ...file, position: stopped })),
  up: moveUp,
  remove: dequeue,
};

// A browser that goes on to another account

function forgetPlaying() {
  withStorage((storage) => storage.removeItem('player'));
  audio.pause();
}

/** Shows what another page has played. */
function showKept(kept) {
  if (audio.readyState || !isSameFile(kept.current, playing.current)) loadFile(kept.current);
  else audio.dataset.position = kept.current?.position ?? 0;
  playing = kept;
  paintPlayer();
}

/** Shows what the last page of this tab played, and goes on playing it. */
function resume() {
  showKept(readPlaying());
  const left = Number(withTabStorage((storage) => storage.getItem('played')));
  withTabStorage((storage) => storage.removeItem('played'));
  if (playing.current && Date.now() - left < resumesWithin) onceActed(startPlaying);
}

if (playerBar) {
  document.documentElement.classList.add('has-script-player');
  document.addEventListener('click', (event) => {
    const button = event.target.closest?.('.plays button, #player button');
    if (button) {
      if (playerBar.contains(button)) presses[button.value](button.closest('li')?.file);
      else pressInItem(button);
      return;
    }
    // The item opens beside the list that has it.
    if (!event.target.closest?.('.player-title') || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const row = [...document.querySelectorAll('.row[data-item]')].find(({ dataset }) => dataset.item === playing.current.address);
    if (!row) return;
    event.preventDefault();
    openItem(row);
  });

  slider.addEventListener('input', () => { isSeeking = true; });
  slider.addEventListener('change', () => {
    isSeeking = false;
    seek(Number(slider.value));
  });
  const speeds = playerBar.querySelector('select');
  speeds.addEventListener('change', () => changeSettings({ speed: speeds.value }));
  onSettings(() => { speeds.value = settingOf('speed'); });

  audio.addEventListener('play', () => change(() => { playing.page = pageID; }));
  audio.addEventListener('pause', () => { if (playing.page === pageID) change(() => {}); });
  audio.addEventListener('ended', playNext);
  for (const name of ['loadedmetadata', 'seeked', 'ratechange']) audio.addEventListener(name, paintPlayer);
  audio.addEventListener('timeupdate', () => {
    if (playing.page === pageID && Date.now() - notedAt > noteInterval) change(() => {});
    else paintPosition();
  });
  audio.addEventListener('error', () => {
    if (playing.current) playerBar.querySelector('.player-note').textContent = "Can't play this file here. Its item has a link to it.";
    paintPlayer();
  });

  addEventListener('pagehide', () => {
    if (audio.paused) return;
    change(() => {});
    withTabStorage((storage) => storage.setItem('played', Date.now()));
  });
  addEventListener('pageshow', ({ persisted }) => { if (persisted) resume(); });
  addEventListener('storage', ({ key }) => {
    if (key !== `${serverRoot}player`) return;
    const kept = readPlaying();
    if (audio.paused || kept.page !== pageID) {
      // Another page plays.
      if (!audio.paused) reportPosition(audio);
      showKept(kept);
    } else {
      playing.queue = kept.queue;
      paintPlayer();
    }
  });
  addEventListener('signedout', forgetPlaying);
  document.addEventListener('submit', ({ target }) => { if (target.matches('.logout')) forgetPlaying(); });
  opened.addEventListener('change', paintFiles);
  handleSystemKeys();
  resume();
}
