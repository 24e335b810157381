// Messages to readers: announced to screen readers, and shown if they matter to everyone.

const said = document.getElementById('said');
const told = document.getElementById('told');

/** Announces words to screen readers, politely and once. */
export function say(words) {
  if (!said) return;
  said.textContent = '';
  setTimeout(() => { said.textContent = words; }, 60);
}

/** Shows words for ten seconds, and announces them. */
export function tell(words) {
  if (!told) return;
  clearTimeout(tell.timer);
  told.textContent = '';
  setTimeout(() => { told.textContent = words; }, 60);
  tell.timer = setTimeout(() => { told.textContent = ''; }, 10000);
}
