// Messages to the server and to screen readers.

const said = document.getElementById('said');

/** Posts a form; throws unless the server accepts it. */
export async function post(path, fields, options = {}) {
  const answer = await fetch(path, {
    method: 'POST', headers: { Accept: 'application/json' }, body: new URLSearchParams(fields), ...options,
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** Announces words to screen readers, politely and once. */
export function say(words) {
  if (!said) return;
  said.textContent = '';
  setTimeout(() => { said.textContent = words; }, 60);
}
