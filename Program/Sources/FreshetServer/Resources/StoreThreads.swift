import Dispatch
import FeedStore
import Synchronization

/// Threads that the store may block: a bounded number, so that a slow database doesn't take those of everything else.
final class StoreThreads: Sendable {
    private struct State {
        var running = 0
        var waiting: [Int: @Sendable () -> Void] = [:]
        var nextID = 0
        /// The ids of waiting work, oldest first; those of work that gave up are skipped.
        var order: [Int] = []
    }

    private let maximum: Int
    private let mostWaiting: Int
    private let longestWait: DispatchTimeInterval
    // Requests on many threads begin work.
    private let state = Mutex(State())

    /// - Parameters:
    ///   - maximum: the number of threads.
    ///   - mostWaiting: the maximum number of pieces of work that wait for a thread.
    init(_ maximum: Int = 32, mostWaiting: Int = 256, longestWait: DispatchTimeInterval = .seconds(5)) {
        (self.maximum, self.mostWaiting, self.longestWait) = (maximum, mostWaiting, longestWait)
    }

    /// The number of pieces of work that wait for a thread.
    var waitingCount: Int { state.withLock { $0.waiting.count } }
    /// The number of threads in use.
    var runningCount: Int { state.withLock { $0.running } }

    /// Runs work on a thread that may block.
    ///
    /// Fails with ``FeedStoreError/tooSlow`` if no thread gets free in time, or if too much waits; with `CancellationError` if
    /// the task is cancelled, while the work may go on.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let call = Call<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                call.begin(continuation)
                add {
                    call.end(Result { try work() })
                } giveUp: {
                    call.end(.failure(FeedStoreError.tooSlow))
                }
            }
        } onCancel: {
            call.end(.failure(CancellationError()))
        }
    }

    private func add(_ work: @escaping @Sendable () -> Void, giveUp: @escaping @Sendable () -> Void) {
        enum Place { case running, waiting(Int), full }
        let place = state.withLock { state -> Place in
            if state.running < maximum {
                state.running += 1
                return .running
            }
            if state.waiting.count >= mostWaiting { return .full }
            state.nextID += 1
            state.waiting[state.nextID] = work
            state.order.append(state.nextID)
            return .waiting(state.nextID)
        }
        switch place {
        case .running: start(work)
        case .full: giveUp()
        case .waiting(let id):
            DispatchQueue.global().asyncAfter(deadline: .now() + longestWait) { [self] in
                if state.withLock({ $0.waiting.removeValue(forKey: id) }) != nil { giveUp() }
            }
        }
    }

    private func start(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async { [self] in
            work()
            let next = state.withLock { state -> (@Sendable () -> Void)? in
                while !state.order.isEmpty {
                    if let next = state.waiting.removeValue(forKey: state.order.removeFirst()) { return next }
                }
                state.running -= 1
                return nil
            }
            if let next { start(next) }
        }
    }
}

/// A call that ends once: with its result, or because its task is cancelled.
private final class Call<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var early: Result<Value, any Error>?
        var isOver = false
    }

    private let state = Mutex(State())

    func begin(_ continuation: CheckedContinuation<Value, any Error>) {
        let early = state.withLock { state in
            if state.early == nil { state.continuation = continuation }
            return state.early
        }
        if let early { continuation.resume(with: early) }
    }

    func end(_ result: Result<Value, any Error>) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            if state.isOver { return nil }
            state.isOver = true
            if state.continuation == nil { state.early = result }
            return state.continuation.take()
        }
        continuation?.resume(with: result)
    }
}
