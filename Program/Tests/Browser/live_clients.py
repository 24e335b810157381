"""Many live clients of a server: connections that receive server-sent events, all read by one thread."""

import re
import resource
import select
import socket
import struct
import time

_ID = re.compile(rb"(?:^|\n)id: \S+-(\d+)\n")


def raise_descriptor_limit():
    """Raises the limit of open files of this process and its children to the system's maximum; returns it."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


class LiveClients:
    """Clients of one path, or of `path(number)` for each client. Data is read only when one of the methods is called."""

    def __init__(self, port, count, path, *, keeps=False, buffer=None):
        """`keeps` stores everything received; `buffer` is the size of each connection's receive buffer in the kernel, in bytes."""
        self.port, self.keeps, self.buffer = port, keeps, buffer
        self.poll = select.epoll()
        self.sockets, self.heads, self.kept = {}, {}, {}
        # The numbers of the clients that the server has disconnected.
        self.closed = set()
        for number in range(count):
            self.connect(path(number) if callable(path) else path)
            # Unread first events would fill the kernel's memory.
            if buffer is None and number % 50 == 49:
                self.read(0)

    def connect(self, path):
        """Connects one more client; returns its number."""
        connection = socket.socket()
        if self.buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept: text/event-stream\r\n\r\n".encode())
        connection.setblocking(False)
        number = connection.fileno()
        self.sockets[number] = connection
        self.heads[number] = b""
        if self.keeps:
            self.kept[number] = bytearray()
        self.poll.register(connection, select.EPOLLIN)
        return number

    def remove(self, number):
        """Disconnects a client."""
        self.closed.discard(number)
        self.sockets.pop(number).close()
        for kept in (self.heads, self.kept):
            kept.pop(number, None)

    def __len__(self):
        return len(self.sockets)

    def read(self, seconds, found=None):
        """Reads what arrives within `seconds`, at least once. `found` gets a client's number, a buffer, and the number of new bytes in it; reading ends
        when it returns true."""
        buffer = bytearray(1 << 17)
        end = time.monotonic() + seconds
        while True:
            for number, _ in self.poll.poll(max(0, min(end - time.monotonic(), 0.5)), 4096):
                size = self._receive(number, buffer)
                if size and found and found(number, buffer, size):
                    return
            if time.monotonic() >= end:
                return

    def sip(self, size):
        """Reads up to `size` bytes from each client, as slow clients do."""
        buffer = bytearray(size)
        for number in list(self.sockets):
            if number not in self.closed:
                self._receive(number, buffer)

    def _receive(self, number, buffer):
        try:
            size = self.sockets[number].recv_into(buffer)
        except BlockingIOError:
            return 0
        except ConnectionError:
            size = 0
        if size == 0:
            self.closed.add(number)
            self.poll.unregister(self.sockets[number])
        if len(self.heads[number]) < 12:
            self.heads[number] += bytes(buffer[:min(size, 12)])
        if self.keeps:
            self.kept[number] += buffer[:size]
        return size

    def arrivals(self, marker, seconds):
        """Reads until all clients have received the marker; returns the time at which each did, by its number."""
        marker = marker.encode()
        # The ends of what clients without the marker have received.
        times, tails = {}, {}

        # What this costs is part of the times, so it copies nothing where the marker arrives in one piece.
        def found(number, buffer, size):
            if number not in times:
                if buffer.find(marker, 0, size) >= 0 or (number in tails and marker in tails[number] + buffer[:min(size, 64)]):
                    times[number] = time.monotonic()
                else:
                    tails[number] = (tails.get(number, b"") + buffer[max(size - 64, 0):size])[-64:]
            return len(times) + len(self.closed) == len(self.sockets)

        self.read(seconds, found)
        return times

    def settle(self, seconds=60, quiet=1):
        """Reads until nothing has arrived for `quiet` seconds and every client has an answer."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            came = []
            self.read(quiet, lambda number, *_: came.append(number))
            if not came and all(self.heads.values()):
                return
        raise AssertionError(f"events still come after {seconds} s, or {sum(not head for head in self.heads.values())} clients weren't answered")

    @property
    def statuses(self):
        """Returns the status of each response, or 0 where none arrived."""
        return [int(head[9:12] or 0) for head in self.heads.values()]

    def numbers(self, number):
        """The numbers of the events that a client has received, oldest first."""
        return [int(match) for match in _ID.findall(self.kept[number])]

    def close(self, abruptly=False):
        """Disconnects all clients; if `abruptly`, with a reset, as when a machine disappears."""
        for connection in self.sockets.values():
            if abruptly:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        self.poll.close()
        self.sockets = {}
