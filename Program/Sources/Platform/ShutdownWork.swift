import Dispatch
import Synchronization

/// Work at the end of a program, on threads of its own, which a slow store may block.
package final class ShutdownWork: Sendable {
    private let began = Mutex<ContinuousClock.Instant?>(nil)
    private let group = DispatchGroup()

    /// No work.
    package init() {}

    /// Begins work.
    package func begin(_ work: @escaping @Sendable () -> Void) {
        began.withLock { $0 = $0 ?? .now }
        DispatchQueue(label: "freshet.end").async(group: group, execute: DispatchWorkItem(block: work))
    }

    /// Waits for all work, but at most until `timeout` after the first one began. Blocks the calling thread.
    package func wait(_ timeout: Duration) {
        let rest = began.withLock { $0.map { $0 + timeout - .now } } ?? .zero
        let (seconds, attoseconds) = max(rest, .zero).components
        let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
        _ = group.wait(timeout: .now() + .milliseconds(milliseconds))
    }
}
