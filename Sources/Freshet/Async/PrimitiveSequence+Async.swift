import Synchronization

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
    /// Runs `work` in a task for each subscription; disposal cancels the task. Succeeds with its result, fails with its error, on the task's executor.
    public static func create(
        detached: Bool = false, priority: TaskPriority? = nil, work: @escaping @Sendable () async throws -> Element
    ) -> PrimitiveSequence<Trait, Element> {
        .create { observer in
            let body: @Sendable () async -> Void = {
                do { observer(.success(try await work())) } catch { observer(.failure(error)) }
            }
            let task =
                detached
                ? Task.detached(priority: priority, operation: body) : Task(priority: priority, operation: body)
            return Disposables.create { task.cancel() }
        }
    }

    /// The element, awaited. Cancelling the task disposes the subscription and throws `CancellationError`.
    public var value: Element {
        get async throws {
            let single = primitiveSequence
            return try await Awaiting.run { resume in
                single.subscribe(onSuccess: { resume(.success($0)) }, onFailure: { resume(.failure($0)) })
            }
        }
    }
}

extension PrimitiveSequence where Trait == SingleTrait, Element: Sendable {
    /// Runs `work` in a task for each subscription; disposal cancels the task. Succeeds with its result, fails with its error, on the task's executor.
    public init(_ work: @escaping @Sendable () async throws -> Element) { self = .create(work: work) }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
    /// The element or nil, awaited. Cancelling the task disposes the subscription and throws `CancellationError`.
    public var value: Element? {
        get async throws {
            let maybe = primitiveSequence
            return try await Awaiting.run { resume in
                maybe.subscribe(
                    onSuccess: { resume(.success($0)) }, onError: { resume(.failure($0)) },
                    onCompleted: { resume(.success(nil)) })
            }
        }
    }
}

extension PrimitiveSequenceType where Trait == CompletableTrait, Element == Never {
    /// The completion, awaited. Cancelling the task disposes the subscription and throws `CancellationError`.
    public var value: Void {
        get async throws {
            let completable = primitiveSequence
            return try await Awaiting.run { resume in
                completable.subscribe(onCompleted: { resume(.success(())) }, onError: { resume(.failure($0)) })
            }
        }
    }
}

/// Waits for one outcome of a subscription.
private enum Awaiting {
    static func run<Value: Sendable>(
        _ subscribe: @Sendable (@escaping @Sendable (Result<Value, any Error>) -> Void) -> any Disposable
    ) async throws -> Value {
        let subscription = SingleAssignmentDisposable()
        let once = Once<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                once.set(continuation)
                // Cancelled before it has begun: then it does not begin.
                if subscription.isDisposed { return }
                subscription.setDisposable(subscribe { once.resume($0) })
            }
        } onCancel: {
            subscription.dispose()
            once.resume(.failure(CancellationError()))
        }
    }

    /// Resumes a continuation with the first outcome, whichever comes first: the outcome or the continuation.
    private final class Once<Value: Sendable>: Sendable {
        private struct State {
            var continuation: CheckedContinuation<Value, any Error>?
            var outcome: Result<Value, any Error>?
        }

        private let state = Mutex(State())

        func set(_ continuation: CheckedContinuation<Value, any Error>) {
            let outcome = state.withLock { state in
                if state.outcome == nil { state.continuation = continuation }
                return state.outcome
            }
            if let outcome { continuation.resume(with: outcome) }
        }

        func resume(_ outcome: Result<Value, any Error>) {
            let continuation: CheckedContinuation<Value, any Error>? = state.withLock { state in
                if state.outcome != nil { return nil }
                state.outcome = outcome
                return state.continuation.take()
            }
            continuation?.resume(with: outcome)
        }
    }
}
