// Labels of items: on rows, and on the open item with forms that add and remove them.

import { addressOf } from './addresses.js';
import { say, tell } from './messages.js';
import { send } from './queue.js';
import { offerUndo } from './undo.js';

/** The form in which names are compared. */
function folded(name) { return name.toLowerCase(); }

function labelLink(name) {
  const link = document.createElement('a');
  link.className = 'label';
  link.href = addressOf(`/label/${encodeURIComponent(name).replaceAll('.', '%2E')}`);
  link.textContent = name;
  return link;
}

/** A label of the open item, with the button that removes it. */
function labelChip(name) {
  const chip = document.createElement('span');
  chip.className = 'chip';
  const button = document.createElement('button');
  Object.assign(button, { name: 'remove', value: name, title: 'Remove', textContent: '×' });
  button.setAttribute('aria-label', `Remove the label ${name}`);
  chip.append(labelLink(name), button);
  return chip;
}

function addLabel(shown, name) {
  if (shown.matches('.item')) {
    shown.querySelector('.remove-label .labels')?.append(labelChip(name));
    return;
  }
  const facts = shown.querySelector('.facts');
  let labels = facts?.querySelector('.labels');
  if (facts && !labels) {
    labels = document.createElement('span');
    labels.className = 'labels';
    facts.prepend(labels, ' ');
  }
  labels?.append(labelLink(name));
}

function removeLabel(shown, link) {
  const labels = link.closest('.labels');
  (link.closest('.chip') ?? link).remove();
  if (shown.matches('.row') && !labels.querySelector('.label')) labels.remove();
}

/** Shows whether an item has a label: on its rows, and on the open item. Returns these elements. */
export function paintLabel({ scope, id }, name, isOn) {
  const shown = [...document.querySelectorAll(`:is(.row, .item)[data-scope="${CSS.escape(scope)}"][data-id="${CSS.escape(id)}"]`)];
  for (const element of shown) {
    const link = [...element.querySelectorAll('.label')].find(({ textContent }) => folded(textContent) === folded(name));
    if (isOn && !link) addLabel(element, name);
    else if (!isOn && link) removeLabel(element, link);
  }
  return shown;
}

/** Gives an item a label, or takes it away; undoing that is offered. */
async function changeLabel({ scope, id }, name, isOn) {
  paintLabel({ scope, id }, name, isOn);
  try {
    const fields = { scope, id, [isOn ? 'add' : 'remove']: name };
    const answer = await send('/labels', fields, `${scope} ${id} label ${folded(name)}`, { keepalive: true });
    const words = isOn ? `Added the label “${name}”.` : `Removed the label “${name}”.`;
    if (!answer) say('Queued until Freshet can be reached');
    if (isOn && answer) say(words);
    if (!isOn) offerUndo(words, () => changeLabel({ scope, id }, name, true));
  } catch (error) {
    paintLabel({ scope, id }, name, !isOn);
    tell(error.message);
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  const item = form.closest('.item');
  if (!item) return;
  if (form.matches('.remove-label')) {
    event.preventDefault();
    changeLabel(item.dataset, event.submitter.value, false);
    item.querySelector('.new-label summary')?.focus();
  } else if (form.matches('.label-form')) {
    event.preventDefault();
    const name = form.elements.add.value.trim();
    if (name) changeLabel(item.dataset, name, true);
    form.reset();
  }
});
