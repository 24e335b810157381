import Dispatch
import Synchronization

/// A result that the main thread waits for while other threads work.
final class BlockingResult<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Ends the wait. Only the first call counts.
    func finish(_ outcome: Result<Value, any Error>) {
        let isFirst = result.withLock { result in
            if result != nil { return false }
            result = outcome
            return true
        }
        if isFirst { isDone.signal() }
    }

    /// Blocks until ``finish(_:)`` is called.
    func wait() throws -> Value {
        isDone.wait()
        isDone.signal()
        // Set before the semaphore was signaled.
        return try result.withLock { $0.unsafelyUnwrapped }.get()
    }
}
