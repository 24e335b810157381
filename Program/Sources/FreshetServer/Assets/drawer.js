// On a narrow screen the menu opens as a drawer. Without JavaScript its links lead to the navigation below the page.

import { completeSidebar } from './sidebar.js';

const narrow = matchMedia('(max-width: 59.99rem)');
const navigation = document.getElementById('menu');
const drawer = document.createElement('dialog');
drawer.className = 'drawer';
drawer.setAttribute('aria-label', 'Menu');
drawer.innerHTML = '<form method="dialog"><button class="button quiet">Close</button></form>';
/** Where the navigation stands while the drawer is closed. */
const navigationPlace = document.createComment('menu');

function openDrawer() {
  completeSidebar();
  navigation.before(navigationPlace);
  drawer.append(navigation);
  drawer.showModal();
  navigation.querySelector('a')?.focus();
}

/** Goes to the field that follows an address, in the drawer on a narrow screen. */
export function openFollowForm() {
  if (narrow.matches && !drawer.open) openDrawer();
  document.getElementById('side-follow')?.focus();
}

if (navigation) {
  document.body.append(drawer);
  drawer.addEventListener('close', () => navigationPlace.replaceWith(navigation));
  // A click on the drawer itself is one on its backdrop.
  drawer.addEventListener('click', (event) => { if (event.target === drawer) drawer.close(); });
  narrow.addEventListener('change', () => drawer.close());
  addEventListener('pagehide', () => drawer.close());
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href="#menu"], a[href="#side-follow"]');
    if (!narrow.matches || !link) return;
    event.preventDefault();
    if (link.hash === '#menu') openDrawer();
    else openFollowForm();
  });
}
