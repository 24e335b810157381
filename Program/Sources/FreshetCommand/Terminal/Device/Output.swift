import Platform
import Synchronization

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

    /// - Parameter capacity: bytes to buffer; 0 writes each text at once, as for standard error.
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
