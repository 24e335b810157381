import Dispatch
import Freshet
import Synchronization

/// Waits on the main thread for what happens on others.
final class Blocking<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Ends the wait; only the first call counts.
    func finish(_ outcome: Result<Value, any Error>) {
        let isFirst = result.withLock { result in
            if result != nil { return false }
            result = outcome
            return true
        }
        if isFirst { isDone.signal() }
    }

    /// Blocks until `finish` is called.
    func wait() throws -> Value {
        isDone.wait()
        isDone.signal()
        // Set before the semaphore was signalled.
        return try result.withLock { $0.unsafelyUnwrapped }.get()
    }
}
