// A feed as it changes: the page's own address as a stream of events, and what to do when the stream ends.

const connection = document.getElementById('connection');
const said = document.getElementById('said');
const lives = new Set();

/** Tells a screen reader, politely, and once. */
export function say(words) {
  if (!said) return;
  said.textContent = '';
  setTimeout(() => { said.textContent = words; }, 60);
}

export class Live {
  constructor(list, tell) {
    this.list = list;
    this.tell = tell;
    this.root = list.root;
    this.status = this.root.querySelector('.status');
    this.progress = this.root.querySelector('progress');
    this.settled = this.root.dataset.standing;
    this.delay = 500;
    lives.add(this);
    this.open();
  }

  open() {
    this.close();
    this.source = new EventSource(this.root.dataset.live);
    this.source.addEventListener('page', (event) => this.#take(JSON.parse(event.data)));
    this.source.onopen = () => {
      this.delay = 500;
      this.isLost = false;
      this.lastMessage = Date.now();
      tellConnection();
    };
    this.source.onerror = () => this.#lost();
  }

  close() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  /** The browser tries again by itself unless the server has refused; then it is up to us. */
  #lost() {
    this.isLost = true;
    setTimeout(tellConnection, 1500);
    if (this.source?.readyState !== EventSource.CLOSED) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.open(), this.delay + Math.random() * 250);
    this.delay = Math.min(this.delay * 2, 15000);
  }

  #take(frame) {
    this.#stand(frame);
    this.list.take(frame);
  }

  #stand({ status, standing, progress }) {
    const isRefreshing = standing === 'refreshing';
    this.root.dataset.standing = standing;
    if (this.progress) {
      this.progress.hidden = !isRefreshing;
      if (progress) [this.progress.max, this.progress.value] = [Math.max(progress[1], 1), progress[0]];
      else this.progress.removeAttribute('value');
    }
    if (status === this.words) return;
    this.words = status;
    // Only what matters is told aloud: that it became stale, or fresh again; not each routine look.
    const matters = !isRefreshing && standing !== this.settled;
    if (!isRefreshing) this.settled = standing;
    this.status.setAttribute('aria-live', matters ? 'polite' : 'off');
    this.status.toggleAttribute('aria-busy', false);
    this.status.innerHTML = status;
    this.tell(this.status);
  }
}

/** One line for all streams. */
function tellConnection() {
  const isLost = [...lives].some((live) => live.isLost);
  const wasLost = connection.textContent !== '';
  if (isLost && !wasLost) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Try now';
    button.addEventListener('click', reopen);
    connection.replaceChildren('No connection to Freshet. Trying again… ', button);
  } else if (!isLost && wasLost) {
    connection.replaceChildren();
    say('Connected again');
  }
}

function reopen() { for (const live of lives) if (!live.source || live.isLost) live.open(); }

function closeAll() { for (const live of lives) live.close(); }

// A browser has six connections for a host: pages that nobody looks at leave theirs to others, and come back with what they missed.
let leaving;
document.addEventListener('visibilitychange', () => {
  clearTimeout(leaving);
  if (document.hidden) leaving = setTimeout(closeAll, 60000);
  else reopen();
});
addEventListener('pagehide', closeAll);
addEventListener('pageshow', (event) => { if (event.persisted) reopen(); });
addEventListener('online', reopen);
