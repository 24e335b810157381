/// What happens to elements that come faster than they are taken.
public enum ValuesBuffering: Sendable {
    /// All are kept, without a bound.
    case unbounded
    /// The newest `count` are kept, older ones are dropped.
    case newest(Int)
    /// The oldest `count` are kept, newer ones are dropped.
    case oldest(Int)
    /// All are kept, and from `count` on the producer waits until half of them are taken, if it can: `from`, `of`, `range`, `generate` and `repeatElement`, and streams of an
    /// `AsyncSequence`, which are behind stages of one source (map, filter, take, observe(on:), …). Another producer is not heard to wait: its elements are kept without a bound.
    case suspending(Int)
}

extension ObservableConvertibleType where Element: Sendable {
    /// The stream for `for try await`: subscribed to at once, disposed when the iteration ends or its task is cancelled. Keeps all elements that wait.
    public var values: AsyncThrowingStream<Element, any Error> { values(buffering: .unbounded) }

    /// The stream for `for try await`, with a bound for the elements that wait.
    public func values(buffering policy: ValuesBuffering) -> AsyncThrowingStream<Element, any Error> {
        let buffering: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy
        switch policy {
        case .unbounded: return SuspendingValues.stream(of: asObservable(), .max)
        case .suspending(let count): return SuspendingValues.stream(of: asObservable(), count)
        case .newest(let count): buffering = .bufferingNewest(count)
        case .oldest(let count): buffering = .bufferingOldest(count)
        }
        return AsyncThrowingStream(bufferingPolicy: buffering) { continuation in
            let subscription = asObservable().subscribe(
                onNext: { continuation.yield($0) },
                onError: { continuation.finish(throwing: $0) },
                onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}
