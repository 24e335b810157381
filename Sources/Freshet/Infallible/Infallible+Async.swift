extension InfallibleType where Element: Sendable {
    /// The stream for `for await`: subscribed to at once, disposed when the iteration ends or its task is cancelled. Keeps all elements that wait.
    public var values: AsyncStream<Element> { values(buffering: .unbounded) }

    /// The stream for `for await`, with a bound for the elements that wait.
    public func values(buffering policy: ValuesBuffering) -> AsyncStream<Element> {
        if case .suspending(let count) = policy {
            let values = ValuesBuffer<Element>(.suspending(count))
            values.start(asObservable())
            // The only error is that of a cancelled task, whose iteration ends.
            return AsyncStream { try? await values.next() }
        }
        let buffering: AsyncStream<Element>.Continuation.BufferingPolicy =
            switch policy {
            case .unbounded, .suspending: .unbounded
            case .newest(let count): .bufferingNewest(count)
            case .oldest(let count): .bufferingOldest(count)
            }
        return AsyncStream(bufferingPolicy: buffering) { continuation in
            let subscription = subscribe(
                onNext: { continuation.yield($0) }, onCompleted: { continuation.finish() },
                onDisposed: { continuation.finish() })
            continuation.onTermination = { _ in subscription.dispose() }
        }
    }
}
