// The keys of the account's shortcuts, from the table that the help shows.

const shortcutRows = [...document.querySelectorAll('#help [data-action]')];
const shortcutActions = new Map(shortcutRows.map(({ dataset }) => [dataset.key, dataset.action]));

/** The action of a key, by its name in the table; undefined if it has none. */
export function actionOf(key) { return shortcutActions.get(key); }

/** The keys to press for an action, such as `Shift M`; empty if it has none. */
export function keysOf(action) {
  const row = shortcutRows.find(({ dataset }) => dataset.action === action);
  return [...row?.querySelectorAll('kbd') ?? []].map(({ textContent }) => textContent).join(' ');
}
