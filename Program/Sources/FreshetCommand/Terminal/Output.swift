import Dispatch
import Platform
import Synchronization
import WebText

/// Standard output or standard error, buffered and usable from any thread.
///
/// After an outcome other than `written`, later writes are dropped with the same outcome. Isn't flushed at exit.
final class Output: Sendable {
    let descriptor: Int32
    private let capacity: Int
    private let state = Mutex(State())

    private struct State {
        var buffer: [UInt8] = []
        var outcome = WriteOutcome.written
    }

    /// - Parameter capacity: bytes to buffer; 0 writes each text immediately, as for standard error.
    init(descriptor: Int32, capacity: Int = 65_536) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    /// Makes a write to a closed pipe, or beyond `ulimit -f`, an outcome instead of the end of the process. Call it at the program's start.
    static func ignoreWriteSignals() {
        for number in writeSignals { _ = signal(number, SIG_IGN) }
    }

    /// The signals of failed writes, which programs that this one starts don't ignore.
    static let writeSignals = [SIGPIPE, SIGXFSZ]

    @discardableResult
    func write(_ text: String) -> WriteOutcome {
        state.withLock { state in
            guard state.outcome == .written else { return state.outcome }
            state.buffer.append(contentsOf: text.utf8)
            if state.buffer.count > capacity { flush(&state) }
            return state.outcome
        }
    }

    @discardableResult
    func writeLine(_ line: String) -> WriteOutcome {
        write(line + "\n")
    }

    @discardableResult
    func flush() -> WriteOutcome {
        state.withLock { state in
            if state.outcome == .written { flush(&state) }
            return state.outcome
        }
    }

    private func flush(_ state: inout State) {
        state.outcome = writeAll(state.buffer, to: descriptor)
        state.buffer.removeAll(keepingCapacity: true)
    }
}

/// The outcome of a write.
enum WriteOutcome: Hashable, Sendable {
    case written
    /// The pipe's reader is gone (EPIPE). With `| head -1` that isn't an error, but a reason to stop.
    case readerGone
    /// Another failure, such as a full disk, with its `errno`.
    case failed(Int32)

    /// A clause such as "the disk is full"; nil unless it failed.
    var problem: String? {
        guard case .failed(let number) = self else { return nil }
        return SystemProblem(errno: number).description
    }
}

/// Writes all of `bytes`, and waits if the descriptor is nonblocking and its pipe is full.
///
/// Precondition: SIGPIPE and SIGXFSZ are ignored.
func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> WriteOutcome {
    let outcome = bytes.withContiguousStorageIfAvailable { writeAll($0, to: descriptor) }
    return outcome ?? Array(bytes).withUnsafeBufferPointer { writeAll($0, to: descriptor) }
}

private func writeAll(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> WriteOutcome {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = write(descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written >= 0 {
            rest = rest.dropFirst(written)
            continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
            var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            _ = poll(&waiting, 1, -1)
        case EPIPE: return .readerGone
        case let number: return .failed(number)
        }
    }
    return .written
}

/// Standard input, output and error.
enum StandardDescriptors {
    /// Opens the closed ones on `/dev/null`. Call it at the program's start.
    ///
    /// Otherwise the next file or socket gets the number, and messages go there.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDWR)  // takes the lowest free number: this one
        }
    }
}

/// Watches for the close of a pipe's other end, without writing to it.
final class PipeWatch: Sendable {
    private let stopping: PipeEnds
    private let queue = DispatchQueue(label: "freshet.pipe-reader")

    /// Calls `onClose` once on a queue of its own when `descriptor` has no reader left.
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
