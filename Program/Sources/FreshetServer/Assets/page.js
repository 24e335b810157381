// What a page does beyond links and forms. Each module adds one thing; this one makes the page live and reports visits.

import { addressOf } from './addresses.js';
import { onceActed } from './acts.js';
import { announceNew } from './announcements.js';
import './arrange.js';
import { Filter } from './filter.js';
import './density.js';
import './drawer.js';
import './following.js';
import './forms.js';
import './keys.js';
import { lists, refills } from './list.js';
import { Live } from './live.js';
import { tie } from './map.js';
import './marks.js';
import './menus.js';
import './more.js';
import './palette.js';
import './queue-notes.js';
import './refresh.js';
import './rows.js';
import './scroller.js';
import './stored.js';
import { loadSidebar, showFollowed, showUnread } from './sidebar.js';
import './times.js';
import { refillSoon } from './triage.js';

const form = document.getElementById('filter');
if (form && lists.length) new Filter(form, lists[0], document.getElementById('matches'));
const counted = [...lists, ...refills];
for (const list of counted) {
  list.addEventListener('count', () => announceNew(counted.reduce((sum, { count }) => sum + (count ?? 0), 0)));
}
const { live, seen } = document.querySelector('main')?.dataset ?? {};
if (live) {
  onceActed(() => new Live(addressOf(live), seen, {
    feeds: showFeeds,
    followed: showFollowed,
    unread(counts) {
      showUnread(counts);
      refillSoon();
    },
  }));
}

const map = document.getElementById('map');
if (map) tie(map, lists[0]);

// Another feed is followed, here or elsewhere: the reader decides when to reload, unless the page is hidden.

const offer = document.getElementById('changed');
function showFeeds(feeds) {
  offer.hidden = feeds.join() === lists.map((list) => list.root.dataset.feed).join();
  if (offer.hidden) return;
  if (document.hidden) location.reload();
  else loadSidebar();
}
offer?.addEventListener('click', () => location.reload());

// A visit lasts from when the page can be seen until it can't.

function visit() {
  const feed = document.querySelector('main[data-live][data-feed]')?.dataset.feed;
  if (feed) navigator.sendBeacon(addressOf('/visit'), new URLSearchParams({ feed }));
}
onceActed(() => {
  if (!document.hidden) visit();
  document.addEventListener('visibilitychange', visit);
  addEventListener('pagehide', () => { if (!document.hidden) visit(); });
});
