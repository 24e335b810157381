"""The network between a server and its database, which can become slow or silent."""

import select
import socket
import threading
import time
from contextlib import suppress


class DatabaseNetwork:
    """Passes connections on to a database's port. What arrives while it is silent is passed on afterwards, or dropped with its connection."""

    def __init__(self, port):
        self.target = port
        # Seconds that each part of the data is late.
        self.delay = 0.0
        self._passes = threading.Event()
        self._passes.set()
        self._connections = set()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def silence(self):
        """Nothing arrives any more, and nobody is told."""
        self._passes.clear()

    def restore(self, drops=False):
        """Passes on again. `drops` forgets the connections there were, as a router does that restarts."""
        if drops:
            for connection in list(self._connections):
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
        self._passes.set()

    def close(self):
        self.restore(drops=True)
        self.listener.close()

    def _accept(self):
        # Ends when the listener is closed.
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client):
        self._passes.wait()
        with suppress(OSError), client, socket.create_connection(("127.0.0.1", self.target)) as database:
            self._connections |= {client, database}
            others = {client: database, database: client}
            while True:
                for one in select.select(list(others), [], [])[0]:
                    data = one.recv(1 << 16)
                    self._passes.wait()
                    if self.delay:
                        time.sleep(self.delay)
                    if not data:
                        return
                    others[one].sendall(data)
        self._connections -= {client}
