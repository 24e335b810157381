extension InfallibleType where Element: Sendable {
    /// The elements as an asynchronous sequence, for `for await`.
    ///
    /// Reading the property subscribes. The subscription is disposed when the iteration ends or its task is canceled.
    /// - Ends: with the source, when the source is released, or when the iterating task is canceled.
    /// - Runs on: the iterating task.
    /// - Keeps: waiting elements, without a bound.
    public var values: AsyncStream<Element> { values(buffering: .unbounded) }

    /// Returns the elements as an asynchronous sequence with a buffering policy; see ``values``.
    @_disfavoredOverload
    public func values(buffering policy: ValuesBuffering) -> AsyncStream<Element> {
        if case .suspending(let count) = policy {
            let values = ValuesBuffer<Element>(.suspending(count))
            values.start(asObservable())
            return AsyncStream {
                do {
                    return try await values.next()
                } catch {
                    // Cancellation only ends the iteration.
                    if !(error is CancellationError) { Hooks.defaultErrorHandler([], error) }
                    return nil
                }
            }
        }
        let buffering: AsyncStream<Element>.Continuation.BufferingPolicy =
            switch policy {
            case .unbounded, .suspending: .unbounded
            case .newest(let count): .bufferingNewest(count)
            case .oldest(let count): .bufferingOldest(count)
            }
        return AsyncStream(bufferingPolicy: buffering) { continuation in
            let subscriber = AsyncStreamSubscriber(continuation)
            let subscription = subscribe(
                onNext: { subscriber.continuation.yield($0) }, onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}

/// Finishes an `AsyncStream` when its source has released its subscriber: no element can follow.
private final class AsyncStreamSubscriber<Element: Sendable>: Sendable {
    let continuation: AsyncStream<Element>.Continuation

    init(_ continuation: AsyncStream<Element>.Continuation) { self.continuation = continuation }

    deinit { continuation.finish() }
}
