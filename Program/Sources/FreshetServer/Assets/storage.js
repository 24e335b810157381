// What the browser keeps for itself: for good, or for its tab.

import { serverRoot } from './addresses.js';

/** A storage of the browser, which belongs to the whole host, with keys of this server's own. */
function owned(storage) {
  return {
    getItem: (key) => storage.getItem(serverRoot + key),
    setItem: (key, value) => storage.setItem(serverRoot + key, value),
    removeItem: (key) => storage.removeItem(serverRoot + key),
  };
}

/** Uses the browser's storage. Browsers that store nothing for a site throw or have none; then nothing happens. */
export function withStorage(use) {
  try {
    return use(owned(localStorage));
  } catch {
    return null;
  }
}

/** Uses the storage of the tab, which ends with it. */
export function withTabStorage(use) {
  try {
    return use(owned(sessionStorage));
  } catch {
    return null;
  }
}
