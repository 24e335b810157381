// What a page does beyond links and forms. Each module adds one thing; this one makes the page live and reports visits.

import { addressOf } from './addresses.js';
import { onceActed } from './user-gesture.js';
import { announceNew } from './announcements.js';
import './arrange.js';
import { Filter } from './filter.js';
import './drawer.js';
import './following.js';
import './forms.js';
import { showIcons } from './icons.js';
import './keys.js';
import { lists, refills } from './list.js';
import { Live } from './live.js';
import { tie } from './map.js';
import './marks.js';
import './menus.js';
import './more.js';
import './palette.js';
import './questions.js';
import './queue-notes.js';
import './reading.js';
import './refresh.js';
import './rows.js';
import './scroller.js';
import './settings.js';
import './worker-registration.js';
import './stories.js';
import { showFollowed, showUnread } from './sidebar.js';
import './swipes.js';
import './times.js';
import { refillSoon } from './unread-lists.js';

const form = document.getElementById('filter');
if (form && lists.length) new Filter(form, lists[0], document.getElementById('matches'));
const counted = [...lists, ...refills];
for (const list of counted) {
  list.addEventListener('change', () => showIcons(list.items));
  list.addEventListener('count', () => announceNew(counted.reduce((sum, { count }) => sum + (count ?? 0), 0)));
}
const { live, seen } = document.querySelector('main')?.dataset ?? {};
if (live) {
  onceActed(() => new Live(addressOf(live), seen, {
    followed: showFollowed,
    unread(counts) {
      showUnread(counts);
      refillSoon();
    },
  }));
}

const map = document.getElementById('map');
if (map) tie(map, lists[0]);

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
