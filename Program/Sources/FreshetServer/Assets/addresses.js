// The addresses of this server, which may be below a path such as `/freshet`. Paths in fields, events and data have no such prefix.

/** The path below which the server is; empty if its host is its own. */
export const serverRoot = new URL('..', import.meta.url).pathname.slice(0, -1);

/** The address of a path on this server. */
export function addressOf(path) { return serverRoot + path; }

/** The path on this server that an address leads to. */
export function pathOf(address) { return address.startsWith(`${serverRoot}/`) ? address.slice(serverRoot.length) : address; }
