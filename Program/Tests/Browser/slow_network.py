"""A server behind a slow network."""

import re
import socket
import threading
import time
from contextlib import contextmanager, suppress


class Relay:
    """Passes connections on to a server, one request each. A file that contains `after` pauses behind it."""

    has_ended = False

    def __init__(self, server, after):
        self.server, self.after = server, after
        self.pauses = 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def accept(self):
        # Ends when the listener is closed.
        with suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self.relay, args=(client,), daemon=True).start()

    def relay(self, client):
        with suppress(OSError), client, socket.create_connection(("127.0.0.1", self.server.port)) as upstream:
            request = b""
            while b"\r\n\r\n" not in request:
                part = client.recv(65536)
                if not part:
                    return
                request += part
            # As the server expects it, and to be answered without compression.
            request = re.sub(rb"(?im)^(accept-encoding|connection):.*\r\n", b"", request).replace(b":%d" % self.port, b":%d" % self.server.port)
            upstream.sendall(request.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
            received = upstream.recv(65536)
            if re.search(rb"(?i)content-type: text/(html|javascript)", received):
                while part := upstream.recv(65536):
                    received += part
                first, word, received = received.partition(self.after)
                client.sendall(first + word)
                if word:
                    self.pauses += 1
                    time.sleep(0.7)
            client.sendall(received)
            while part := upstream.recv(65536):
                client.sendall(part)


@contextmanager
def pausing(server, after):
    relay = Relay(server, after)
    try:
        yield relay
    finally:
        # Wakes the thread that accepts.
        with suppress(OSError):
            relay.listener.shutdown(socket.SHUT_RDWR)
        relay.listener.close()
