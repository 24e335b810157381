// The key that opens the form which adds a label.

import { openItem } from './pane.js';
import { chosen } from './rows.js';

/** Opens the form of the open item; without one, of the item of the current row, beside its list. */
export async function openLabelForm() {
  if (!document.querySelector('.item')) await openItem(chosen());
  const form = document.querySelector('.item .new-label');
  if (!form) return;
  form.open = true;
  form.querySelector('input[name=add]').focus();
}
