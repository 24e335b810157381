// Messages to readers: announced to screen readers, and shown if they matter to everyone.

const said = document.getElementById('said');

/** Announces words to screen readers, politely and once. */
export function say(words) {
  if (!said) return;
  clearTimeout(tell.timer);
  said.className = 'visually-hidden';
  said.textContent = '';
  setTimeout(() => { said.textContent = words; }, 60);
}

/** Shows words for ten seconds, and announces them. */
export function tell(words) {
  if (!said) return;
  say(words);
  said.className = 'toast';
  tell.timer = setTimeout(() => {
    said.className = 'visually-hidden';
    said.textContent = '';
  }, 10000);
}
