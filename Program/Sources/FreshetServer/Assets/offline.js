// Whether the server can be reached, and requests to it.

import { addressOf, pathOf } from './addresses.js';
import { say } from './messages.js';

let isSignedOut = false;
/** How long a change may take, in ms. To follow a site, the server loads its pages first. */
const longestRequest = 60000;

/** An error response; the message gives the reason. */
export class Refusal extends Error {
  /** @param document the server's problem document */
  constructor(status, document = {}) {
    super(document.detail ?? 'Freshet rejected this change.');
    this.status = status;
    this.document = document;
  }
}

/** The server as this page sees it. Dispatches `change` with each new state. */
class Connection extends EventTarget {
  /** `live`, `refused` (the server responds but not with updates or to this session) or `lost`. */
  state = 'live';
  delay = 500;
  /** Tries to connect again. */
  attempt = () => this.check();

  get isLost() { return this.state === 'lost'; }

  /** The server can't be reached: tries again until it can. */
  lose() { this.#retry('lost'); }

  /** The server responds but sends no updates, or not to this session: tries again until it does. */
  refuse() { this.#retry('refused'); }

  find() {
    clearTimeout(this.timer);
    this.timer = null;
    this.delay = 500;
    isSignedOut = false;
    this.#become('live');
  }

  /** Tries again now. */
  hurry() {
    clearTimeout(this.timer);
    this.timer = null;
    this.attempt();
  }

  /** Whether the server answers. By default, a page is requested: proxies that sign readers in may pass on `/api` without doing so. */
  async answers(address = addressOf('/unread?limit=1'), accept = 'application/json') {
    try {
      const answer = await fetch(address, {
        method: 'HEAD', headers: { Accept: accept }, cache: 'no-store', signal: AbortSignal.timeout?.(10000),
      });
      if (answer.status === 401) signedOut();
      else if (!isGateway(answer)) isSignedOut = false;
      return !isGateway(answer);
    } catch {
      return false;
    }
  }

  async check() {
    if (!await this.answers()) this.lose();
    else if (isSignedOut) this.refuse();
    else this.find();
  }

  #retry(state) {
    this.#become(state);
    if (this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.attempt();
    }, this.delay + Math.random() * 250);
    // A session that has ended comes back only if the reader signs in, and then the page is opened again.
    this.delay = Math.min(this.delay * 2, isSignedOut ? 300000 : 15000);
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }
}

export const connection = new Connection();

/** Whether a proxy says that it can't reach the server. */
function isGateway(answer) {
  return [502, 503, 504].includes(answer.status) && !answer.headers.get('Content-Type')?.startsWith('application/problem');
}

/** Posts a form; throws a `Refusal` unless the server accepts it, and another error if the server can't be reached. */
export async function post(path, fields, options = {}) {
  let answer;
  try {
    answer = await fetch(addressOf(path), {
      method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(fields),
      signal: AbortSignal.timeout?.(longestRequest), ...options,
    });
  } catch (error) {
    connection.lose();
    throw error;
  }
  if (isGateway(answer)) {
    connection.lose();
    throw new Error('No connection to Freshet.');
  }
  if (answer.status === 401) signedOut();
  if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => ({})));
  return answer;
}

// The message about the connection

const sign = document.getElementById('connection');

/** Another page or `freshet sessions revoke` has ended this session. */
function signedOut() {
  // Screen readers announce a message that is shown again, and its link loses the keyboard.
  if (isSignedOut) return;
  isSignedOut = true;
  dispatchEvent(new Event('signedout'));
  const link = document.createElement('a');
  link.href = addressOf(`/login?return=${encodeURIComponent(pathOf(location.pathname) + location.search)}`);
  link.textContent = 'Sign in';
  sign?.replaceChildren("You're signed out. ", link);
}

/** Shows the state of the connection, and how many changes wait for it. */
export function showConnection(queuedCount) {
  if (!sign || isSignedOut) return;
  const wasShown = sign.textContent !== '';
  if (connection.state === 'live') {
    sign.replaceChildren();
    if (wasShown) say('Connected again');
    return;
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.addEventListener('click', () => connection.hurry());
  const queued = queuedCount === 0 ? '' : queuedCount === 1 ? '1 change is queued. ' : `${queuedCount} changes are queued. `;
  const words = connection.isLost ? 'No connection to Freshet. ' : 'No live updates. ';
  const text = `${words}${queued}Reconnecting… `;
  // Screen readers announce each change of the words, and nothing else changes them.
  if (sign.textContent !== text + button.textContent) sign.replaceChildren(text, button);
}

// The browser reports the state of its network, not of the server, which may be on this machine.
addEventListener('offline', async () => { if (!await connection.answers()) connection.lose(); });
addEventListener('online', () => connection.hurry());
// The service worker says when it shows a stored page instead of the server's answer.
if (document.documentElement.dataset.stored) connection.lose();
