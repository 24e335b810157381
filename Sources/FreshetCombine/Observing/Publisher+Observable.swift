public import Freshet

extension Publisher {
    /// Returns the publisher as a stream; each subscription subscribes to the publisher.
    ///
    /// Disposal cancels the subscription to the publisher.
    /// A failure becomes the stream's error. The stream requests all values at once. With a consumer that supports
    /// backpressure (`values(buffering: .suspending(8))`, `observe(on:buffering: .suspending(8))`), it requests one
    /// value at a time. Values that the publisher sends concurrently are serialized.
    /// - Ends: with the publisher.
    /// - Runs on: the publisher's threads.
    /// - Keeps: nothing.
    /// - Precondition: The publisher supports subscriptions from any thread on which the stream is subscribed to, as
    ///   Combine's own publishers do.
    public func asObservable() -> Observable<Output> {
        let publisher = SharedPublisher<Output, Failure>(subscribe: { subscribe($0) })
        return .create(paced: { observer, listener in
            let subscriber = StreamSubscriber<Output, Failure>(observer, listener)
            listener.keep(Disposables.create { [weak subscriber] in subscriber?.cancel() })
            publisher.subscribe(subscriber)
        })
    }
}

extension Publisher where Failure == Never {
    /// Returns the publisher as a stream that never fails; see ``asObservable()``.
    public func asInfallible() -> Infallible<Output> { asObservable().asInfallible(onErrorFallbackTo: .empty()) }
}

// Sendable: the caller of asObservable guarantees thread-safe subscription.
private struct SharedPublisher<Output, Failure: Error>: @unchecked Sendable {
    let subscribe: (StreamSubscriber<Output, Failure>) -> Void
}
