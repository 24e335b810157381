// Times in the reader's time zone, and ages that grow.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function clock(date) { return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':'); }

/** A day, with its year unless it is this year. */
export function dayWords(date, now) {
  const day = `${date.getDate()} ${months[date.getMonth()]}`;
  return date.getFullYear() === now.getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

function words(kind, date, now) {
  if (kind === 'clock') {
    const isToday = date.toDateString() === now.toDateString();
    return isToday ? clock(date) : `${dayWords(date, now)}, ${clock(date)}`;
  }
  // Clocks differ: an instant up to an hour ahead counts as now.
  const ahead = date - now;
  const seconds = ahead > 0 && ahead < 36e5 ? 0 : Math.round((now - date) / 1000);
  const size = Math.abs(seconds);
  if (size < 5) return kind === 'ago' ? 'just now' : 'now';
  const age = size < 60 ? `${size} s`
    : size < 3600 ? `${Math.floor(size / 60)} min`
    : size < 86400 ? `${Math.floor(size / 3600)} h`
    : size < 6 * 86400 ? `${Math.floor(size / 86400)} d` : null;
  if (age === null) return dayWords(date, now);
  if (seconds < 0) return `in ${age}`;
  return kind === 'ago' ? `${age} ago` : age;
}

/** Formats the times below an element. */
export function format(root) {
  const now = new Date();
  for (const time of root.querySelectorAll('time[datetime]')) {
    const date = new Date(time.dateTime);
    const text = words(time.className, date, now);
    if (time.textContent === text) continue;
    // New nodes would have the browser check its style rules for the whole list, each second.
    if (time.firstChild?.nodeType === Node.TEXT_NODE) time.firstChild.data = text;
    else time.textContent = text;
  }
}

// The full date as a tooltip, formatted on demand because it takes milliseconds.
let full = null;
document.addEventListener('pointerover', ({ target }) => {
  const time = target.closest?.('time[datetime]');
  if (time && !time.title) {
    full ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });
    time.title = full.format(new Date(time.dateTime));
  }
});

format(document);
let ticks = 0;
setInterval(() => {
  if (document.hidden) return;
  ticks += 1;
  format(ticks % 20 ? document.querySelector('main') : document);
}, 1000);
document.addEventListener('visibilitychange', () => { if (!document.hidden) format(document); });
