// Asks before something is removed: the server says what goes with it, and a dialog shows that.

import { pathOf } from './addresses.js';
import { tell } from './messages.js';
import { connection, post } from './offline.js';

const questionDialog = document.createElement('dialog');
questionDialog.className = 'question';
questionDialog.setAttribute('role', 'alertdialog');
questionDialog.setAttribute('aria-labelledby', 'question-title');
questionDialog.setAttribute('aria-describedby', 'question-words');
questionDialog.innerHTML = `<h2 id="question-title"></h2><p id="question-words"></p><form class="form-buttons" method="dialog">
<button class="button" value="no" autofocus>Cancel</button><button class="button danger strong" value="yes"></button></form>`;
document.body.append(questionDialog);

/** Shows a question; resolves to whether the reader agrees. */
function agreed({ title, consequence, action }) {
  questionDialog.querySelector('h2').textContent = title;
  questionDialog.querySelector('p').textContent = consequence;
  questionDialog.querySelector('[value=yes]').textContent = action;
  // Escape leaves the value as it is.
  questionDialog.returnValue = 'no';
  questionDialog.showModal();
  return new Promise((answer) => {
    questionDialog.addEventListener('close', () => answer(questionDialog.returnValue === 'yes'), { once: true });
  });
}

async function askAndSubmit(form, button) {
  if (form.hasAttribute('aria-busy')) return;
  form.setAttribute('aria-busy', 'true');
  const url = new URL(button.getAttribute('formaction'), location.href);
  try {
    const answer = await post(pathOf(url.pathname) + url.search, new FormData(form, button));
    // No content: there is nothing to remove, as the response to the form will say.
    if (answer.status !== 204 && !await agreed(await answer.json())) {
      button.focus();
      return;
    }
  } catch (error) {
    tell(connection.isLost ? 'No connection to Freshet. Nothing was removed.' : error.message);
    return;
  } finally {
    form.removeAttribute('aria-busy');
  }
  button.setAttribute('formaction', url.pathname);
  form.requestSubmit(button);
  button.setAttribute('formaction', url.pathname + url.search);
}

// Before the listeners that send forms.
document.addEventListener('submit', (event) => {
  const button = event.submitter;
  if (connection.isLost || !button?.matches('.danger[formaction$="?ask=1"]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  askAndSubmit(event.target, button);
}, true);
addEventListener('pagehide', () => questionDialog.close('no'));
