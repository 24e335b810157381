// What this browser keeps for itself.

/** Uses the browser's storage. Browsers that store nothing for a site throw or have none; then nothing happens. */
export function withStorage(use) {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}
