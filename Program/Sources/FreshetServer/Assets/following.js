// The table of followed feeds: filtering, selecting, and moving without leaving the page.

import { say, tell } from './messages.js';
import { connection, post } from './offline.js';
import { loadPage } from './page-loader.js';
import { loadSidebar } from './sidebar.js';

const followedTable = document.getElementById('followed');
const followedWords = document.querySelector('form.find[action$="/following"] input');

function followedBoxes() { return [...followedTable.querySelectorAll('td input[type=checkbox]')]; }
function shownBoxes() { return followedBoxes().filter((box) => !box.closest('tr').hidden); }
/** A text without case and marks. */
function withoutMarks(text) { return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(); }

/** Shows how many feeds are selected. Hidden ones aren't changed. */
function countSelected() {
  const shown = shownBoxes();
  const selected = shown.filter((box) => box.checked).length;
  const all = followedTable.querySelector('.select-all input');
  all.checked = selected > 0 && selected === shown.length;
  all.indeterminate = selected > 0 && selected < shown.length;
  const words = selected ? `${selected} selected` : '';
  const shownCount = followedTable.querySelector('.selected-count');
  // The bar appears with its first words, so screen readers don't announce them by themselves.
  if (shownCount.textContent !== words) say(words || 'None selected');
  shownCount.textContent = words;
  followedTable.classList.toggle('has-selection', selected > 0);
}

function filterRows() {
  const wanted = withoutMarks(followedWords.value).split(/\s+/).filter(Boolean);
  for (const group of followedTable.querySelectorAll('tbody')) {
    const folder = group.dataset.folder ?? '';
    let shown = 0;
    for (const row of group.querySelectorAll('tr:not(.folder-row)')) {
      const text = withoutMarks(`${row.querySelector('th').textContent} ${folder}`);
      row.hidden = !wanted.every((word) => text.includes(word));
      if (row.hidden) row.querySelector('input').checked = false;
      else shown += 1;
    }
    const heading = group.querySelector('.folder-row');
    if (heading) heading.hidden = !shown && wanted.length > 0;
  }
  followedTable.classList.toggle('is-filtered', wanted.length > 0);
  countSelected();
}

/** Moves a row or a folder by one place, and shows the table that the server has then. */
async function moveRow(button) {
  const { name, value } = button;
  try {
    await post('/following', { [name]: value });
    const fresh = (await loadPage(location.href)).querySelector('#followed table');
    if (!fresh) return location.reload();
    const selected = new Set(followedBoxes().filter((box) => box.checked).map((box) => box.value));
    followedTable.querySelector('table').replaceWith(fresh);
    for (const box of followedBoxes()) box.checked = selected.has(box.value);
    filterRows();
    const again = [...followedTable.querySelectorAll(`button[name=${name}]`)].find((each) => each.value === value);
    again?.focus();
    again?.scrollIntoView({ block: 'nearest' });
    say(name === 'up' ? 'Moved up' : 'Moved down');
    return loadSidebar();
  } catch (error) {
    return tell(connection.isLost ? 'No connection to Freshet. The order stays.' : error.message);
  }
}

if (followedTable) {
  let last = null;
  followedTable.addEventListener('click', ({ target, shiftKey }) => {
    if (!target.matches('td input[type=checkbox]')) return;
    const shown = shownBoxes();
    // With Shift, all between this one and the last one.
    if (shiftKey && last && shown.includes(last)) {
      const [from, to] = [shown.indexOf(last), shown.indexOf(target)].sort((one, other) => one - other);
      for (const box of shown.slice(from, to + 1)) box.checked = target.checked;
    }
    last = target;
    countSelected();
  });
  followedTable.querySelector('.select-all input').addEventListener('change', ({ target }) => {
    for (const box of shownBoxes()) box.checked = target.checked;
    countSelected();
  });
  followedTable.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (!['up', 'down'].includes(button?.name) || connection.isLost) return;
    event.preventDefault();
    moveRow(button);
  });
  followedWords?.addEventListener('input', filterRows);
  followedWords?.form.addEventListener('submit', (event) => event.preventDefault());
  // The browser restores what was typed and selected.
  if (followedWords) filterRows();
}
