import Dispatch
import Synchronization

/// Runs an asynchronous function and blocks the calling thread until it returns.
struct BlockingTask<Value: Sendable> {
    private let outcome: Result<Value, any Error>

    init(_ work: @escaping @Sendable () async throws -> Value) throws {
        let end = BlockingResult<Result<Value, any Error>>()
        Task {
            do { end.finish(.success(.success(try await work()))) } catch { end.finish(.success(.failure(error))) }
        }
        outcome = try end.wait()
    }

    /// The result of the function; fails with a ``CommandFailure`` with this message if it threw.
    func value(orFail message: (any Error) -> String) throws -> Value {
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw CommandFailure(message(error))
        }
    }
}

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
