import Synchronization

/// Seconds of the clock that never goes back, which stands still while the machine sleeps.
package enum MonotonicTime {
    package static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// `pipe(2)`, whose name is that of a property below.
private func makePipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

/// Ends the wait of a thread that waits for it, and perhaps for a socket. Opens a pipe at the first wait.
package final class WakeSignal: Sendable {
    private struct Pipe {
        var isSent = false
        /// The ends to read from and to write to; nil before the first wait.
        var ends: (read: Int32, write: Int32)?
    }

    private let pipe = Mutex(Pipe())

    package init() {}

    deinit {
        pipe.withLock { pipe in
            guard let ends = pipe.ends else { return }
            close(ends.read)
            close(ends.write)
        }
    }

    /// Ends the wait, or the next one.
    package func send() {
        pipe.withLock { pipe in
            if pipe.isSent { return }
            pipe.isSent = true
            guard let ends = pipe.ends else { return }
            var byte: UInt8 = 0
            // There is room for one byte: only the first signal since the last wait writes one.
            _ = write(ends.write, &byte, 1)
        }
    }

    /// Blocks until a signal was sent since the last wait, the socket can be read, or an instant of ``MonotonicTime``.
    ///
    /// - Parameter socket: a file descriptor to wait for, too.
    /// - Returns: true if the socket can be read.
    @discardableResult
    package func wait(for socket: Int32? = nil, until end: Double) -> Bool {
        // Without a pipe, as when the process has too many open files, it looks more often.
        guard let signal = reading() else {
            usleep(10_000)
            return true
        }
        var waiting = [pollfd(fd: signal, events: Int16(POLLIN), revents: 0)]
        if let socket { waiting.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
        let milliseconds = ((end - MonotonicTime.now) * 1000).rounded(.up)
        let count = poll(&waiting, nfds_t(waiting.count), Int32(min(max(milliseconds, 0), 1e9)))
        if count > 0, waiting[0].revents != 0 { clear() }
        return waiting.count > 1 && waiting[1].revents != 0
    }

    private func reading() -> Int32? {
        pipe.withLock { pipe in
            if let ends = pipe.ends { return ends.read }
            var ends: [Int32] = [-1, -1]
            guard makePipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            pipe.ends = (ends[0], ends[1])
            if pipe.isSent {
                var byte: UInt8 = 0
                _ = write(ends[1], &byte, 1)
            }
            return ends[0]
        }
    }

    private func clear() {
        pipe.withLock { pipe in
            guard pipe.isSent, let ends = pipe.ends else { return }
            var byte: UInt8 = 0
            _ = read(ends.read, &byte, 1)
            pipe.isSent = false
        }
    }
}
