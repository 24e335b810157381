import Dispatch
import Platform

/// Watches whether the other end of a pipe is still open, without writing to it.
final class PipeWatch: Sendable {
    private let stopping: PipeEnds
    private let queue = DispatchQueue(label: "freshet.pipe-reader")

    /// Calls `onClose` once on a queue of its own when nobody can read from `descriptor` any more.
    ///
    /// Nil if no further descriptor is available. Never calls for files and terminals.
    init?(descriptor: Int32, onClose: @escaping @Sendable () -> Void) {
        guard let stopping = PipeEnds() else { return nil }
        self.stopping = stopping
        queue.async {
            if Self.isClosed(descriptor, unless: stopping.readEnd) { onClose() }
        }
    }

    /// Ends the watch; `onClose` isn't called after it returns.
    func stop() {
        stopping.closeWriteEnd()
        queue.sync {}
        stopping.closeReadEnd()
    }

    /// Blocks until `descriptor` has no reader (true) or `stop` becomes readable or closes (false).
    private static func isClosed(_ descriptor: Int32, unless stop: Int32) -> Bool {
        var polled = [
            pollfd(fd: descriptor, events: 0, revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, 2, -1) == -1 {
            guard errno == EINTR || errno == EAGAIN else { return false }
        }
        return polled[1].revents == 0 && polled[0].revents & Int16(POLLERR | POLLHUP) != 0
    }
}
