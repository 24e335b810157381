// What this browser keeps for itself.

import { serverRoot } from './addresses.js';

/** The browser's storage, which belongs to the whole host, with keys of this server's own. */
const ownStorage = {
  getItem: (key) => localStorage.getItem(serverRoot + key),
  setItem: (key, value) => localStorage.setItem(serverRoot + key, value),
};

/** Uses the browser's storage. Browsers that store nothing for a site throw or have none; then nothing happens. */
export function withStorage(use) {
  try {
    return use(ownStorage);
  } catch {
    return null;
  }
}
