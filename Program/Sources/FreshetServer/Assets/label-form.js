// The keys that open a part of the open item: the form that adds a label, and the menu that shares.

import { openItem } from './pane.js';
import { chosen } from './rows.js';

/** Opens a part of the open item; without one, of the item of the current row, beside its list. */
async function openPart(selector, focused) {
  if (!document.querySelector('.item')) await openItem(chosen());
  const part = document.querySelector(`.item ${selector}`);
  if (!part) return;
  part.open = true;
  part.querySelector(focused)?.focus();
}

export function openLabelForm() { return openPart('.new-label', 'input[name=add]'); }

export function openShareMenu() { return openPart('.item-do .menu', '.menu-panel :is(a, button):not([hidden])'); }
