// Submits forms that change something without leaving the page; errors appear beside the field.

import { addressOf, pathOf } from './addresses.js';
import { say, tell } from './messages.js';
import { connection, post, Refusal } from './offline.js';
import { queueFollow } from './queue-notes.js';
import { format } from './times.js';
import { keepUnfollowed } from './undo.js';

/** Forms that follow, unfollow, change settings and add rules. */
const sentHere = ['/follow', '/unfollow', '/rules'];

document.addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  const form = event.target;
  const button = event.submitter;
  const method = button?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get';
  const path = pathOf(new URL(button?.getAttribute('formaction') ?? form.getAttribute('action') ?? '', location.href).pathname);
  if (method === 'dialog') return;
  if (connection.isLost) {
    event.preventDefault();
    if (!queueFollow(form)) refuseForm(form, "No connection to Freshet. Try again when it's back.");
  } else if (method === 'post' && sentHere.includes(path)) {
    event.preventDefault();
    sendHere(form, path, new FormData(form, button));
  }
});

async function sendHere(form, path, fields) {
  if (form.hasAttribute('aria-busy')) return;
  form.setAttribute('aria-busy', 'true');
  try {
    const answer = await post(path, fields);
    if (path === '/unfollow') await keepUnfollowed(answer);
    load(new URL(answer.headers.get('Location') ?? addressOf(path), location.href));
  } catch (error) {
    if (error instanceof Refusal && error.status === 300) offerCandidates(form, error.document.candidates);
    else if (error instanceof Refusal) refuseForm(form, error.message);
    else if (!queueFollow(form)) refuseForm(form, "No connection to Freshet. Try again when it's back.");
  } finally {
    form.removeAttribute('aria-busy');
  }
}

/** Loads an address, also if only its fragment differs from the page's. */
function load(url) {
  const isHere = url.pathname === location.pathname && url.search === location.search;
  location.assign(url);
  if (isHere && url.hash) location.reload();
}

/** The field that a reader types into or chooses from; undefined if the form is a button. */
function fieldOf(form) { return [...form.elements].find((field) => field.matches('input:not([type=hidden]), select, textarea')); }

/** Shows an error beside the form's field until the input changes. */
function refuseForm(form, words) {
  const field = fieldOf(form);
  if (!field) return tell(words);
  clearRefusal(form, field);
  const note = document.createElement('p');
  note.id = `${field.id || field.name}-refusal`;
  note.className = 'wrong';
  note.setAttribute('role', 'alert');
  note.textContent = words;
  form.append(note);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', note.id);
  field.focus();
  field.addEventListener('input', () => clearRefusal(form, field), { once: true });
}

function clearRefusal(form, field) {
  const id = field.getAttribute('aria-describedby');
  if (id && field.hasAttribute('aria-invalid')) {
    document.getElementById(id)?.remove();
    field.removeAttribute('aria-describedby');
  }
  field.removeAttribute('aria-invalid');
  form.querySelector('.choices')?.remove();
}

/** Lists the feeds of a site below the field, to choose from. */
function offerCandidates(form, candidates) {
  const field = fieldOf(form);
  clearRefusal(form, field);
  const list = document.createElement('div');
  list.className = 'choices';
  const words = document.createElement('p');
  words.textContent = `This site has ${candidates.length} feeds. Choose one:`;
  list.append(words, ...candidates.map(({ url, title, facts, newest }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    const name = document.createElement('b');
    name.textContent = title;
    const known = document.createElement('small');
    known.append(facts.join(' · '));
    if (newest) {
      const time = document.createElement('time');
      time.className = 'ago';
      time.dateTime = newest;
      known.append(facts.length ? ' · newest ' : 'newest ', time);
    }
    const address = document.createElement('span');
    address.className = 'address';
    address.textContent = url;
    button.append(name, known, address);
    button.addEventListener('click', () => sendHere(form, '/follow', new URLSearchParams({ address: url, page: field.value })));
    return button;
  }));
  form.append(list);
  format(list);
  say(words.textContent);
  list.querySelector('button').focus();
}
