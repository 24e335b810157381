import FreshetPlatform

extension PrimitiveSequenceType where Trait == SingleTrait, Element: Sendable {
    /// Runs `work` in a task for each subscription.
    ///
    /// Disposal cancels the task.
    /// - Ends: with the result of `work`; fails with the error that it throws.
    /// - Runs on: the task's executor.
    /// - Keeps: nothing.
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

    /// The element, once the stream has succeeded.
    ///
    /// A task that is already canceled doesn't subscribe. Canceling the task disposes the subscription.
    /// - Ends: with the element; throws the stream's error, or `CancellationError` if the task is canceled or the
    ///   stream is released first.
    /// - Runs on: the executor of the awaiting task.
    /// - Keeps: the subscription until the stream ends.
    public var value: Element {
        get async throws {
            let single = primitiveSequence
            return try await Awaiting.run(startsWhenCancelled: false) { resume in
                single.subscribe(onSuccess: { resume(.success($0)) }, onFailure: { resume(.failure($0)) })
            }
        }
    }
}

extension PrimitiveSequence where Trait == SingleTrait, Element: Sendable {
    /// Runs `work` in a task for each subscription; see ``PrimitiveSequenceType/create(detached:priority:work:)``.
    public init(_ work: @escaping @Sendable () async throws -> Element) { self = .create(work: work) }
}

extension PrimitiveSequenceType where Trait == MaybeTrait, Element: Sendable {
    /// The element, or nil if the stream completes without one.
    ///
    /// Canceling the task disposes the subscription. A stream that ends during the subscription returns its result
    /// even in a canceled task.
    /// - Ends: with the stream; throws the stream's error, or `CancellationError` if the task is canceled or the stream
    ///   is released first.
    /// - Runs on: the executor of the awaiting task.
    /// - Keeps: the subscription until the stream ends.
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
    /// Returns once the stream has completed.
    ///
    /// Canceling the task disposes the subscription. A stream that ends during the subscription returns its result
    /// even in a canceled task.
    /// - Ends: with the stream; throws the stream's error, or `CancellationError` if the task is canceled or the stream
    ///   is released first.
    /// - Runs on: the executor of the awaiting task.
    /// - Keeps: the subscription until the stream ends.
    public var value: Void {
        get async throws {
            let completable = primitiveSequence
            return try await Awaiting.run { resume in
                completable.subscribe(onCompleted: { resume(.success(())) }, onError: { resume(.failure($0)) })
            }
        }
    }
}

/// Awaits the result of one subscription.
private enum Awaiting {
    static func run<Value: Sendable>(
        startsWhenCancelled: Bool = true,
        _ subscribe: @Sendable (@escaping @Sendable (Result<Value, any Error>) -> Void) -> any Disposable
    ) async throws -> Value {
        let outcome = Outcome<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                outcome.await(continuation, startsWhenCancelled) {
                    let subscriber = Subscriber(outcome)
                    return subscribe { subscriber.outcome.resolve($0) }
                }
            }
        } onCancel: {
            outcome.cancel()
        }
    }

    /// Abandons the outcome when the stream has released its subscriber: no result can follow.
    private final class Subscriber<Value: Sendable>: Sendable {
        let outcome: Outcome<Value>

        init(_ outcome: Outcome<Value>) { self.outcome = outcome }

        deinit { outcome.abandon() }
    }

    /// Resumes a continuation with the first result. A stream that ends during the subscription takes precedence over a
    /// cancellation.
    private final class Outcome<Value: Sendable>: Sendable {
        private struct State {
            var continuation: CheckedContinuation<Value, any Error>?
            var isSubscribed = false
            var isCancelled = false
        }

        private let subscription = SingleAssignmentDisposable()
        private let state = Mutex(State())

        func `await`(
            _ continuation: CheckedContinuation<Value, any Error>, _ startsWhenCancelled: Bool,
            _ subscribe: () -> any Disposable
        ) {
            let starts = state.withLock { state in
                state.continuation = continuation
                return startsWhenCancelled || !state.isCancelled
            }
            if starts { subscription.setDisposable(subscribe()) }
            let isCancelled = state.withLock { state in
                state.isSubscribed = true
                return state.isCancelled
            }
            if isCancelled { abandon() }
        }

        func cancel() {
            let isSubscribed = state.withLock { state in
                state.isCancelled = true
                return state.isSubscribed
            }
            if isSubscribed { abandon() }
        }

        /// Disposes the subscription. Resumes with `CancellationError` if there was no result.
        func abandon() {
            subscription.dispose()
            resolve(.failure(CancellationError()))
        }

        func resolve(_ result: Result<Value, any Error>) {
            let continuation = state.withLock { $0.continuation.take() }
            continuation?.resume(with: result)
        }
    }
}
