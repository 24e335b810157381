// Menus close with Esc and with a press outside.

function closeMenu(menu) {
  const hadFocus = menu.contains(document.activeElement);
  menu.open = false;
  if (hadFocus) menu.querySelector('summary').focus();
}

document.addEventListener('pointerdown', ({ target }) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener('keydown', (event) => {
  const menu = event.key === 'Escape' && document.querySelector('.menu[open]');
  if (!menu) return;
  event.stopImmediatePropagation();
  closeMenu(menu);
}, true);
document.addEventListener('focusin', ({ target }) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
});
