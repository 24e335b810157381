public import Freshet

extension Publisher {
    /// The publisher as a stream: each subscription subscribes to it, disposal cancels, a failure is the stream's error.
    ///
    /// Asks for all values at once, or one after the other for a consumer that lets the producer wait: `values(buffering: .suspending(8))`, `observe(on:buffering: .suspending(8))`.
    /// Values come on the publisher's threads; those that it sends on several at once are delivered one by one.
    /// - Precondition: it may be subscribed to from any thread that the stream is subscribed to on, as Combine's own publishers may.
    public func asObservable() -> Observable<Output> {
        let publisher = SharedPublisher<Output, Failure>(subscribe: { subscribe($0) })
        return .create(paced: { observer, listener in
            let subscriber = StreamSubscriber<Output, Failure>(observer, listener.demand)
            listener.keep(Disposables.create { [weak subscriber] in subscriber?.cancel() })
            publisher.subscribe(subscriber)
        })
    }
}

extension Publisher where Failure == Never {
    /// The publisher as a stream that never fails; see ``asObservable()``.
    public func asInfallible() -> Infallible<Output> { asObservable().asInfallible(onErrorFallbackTo: .empty()) }
}

// Safe to share: that the publisher may be is the caller's promise (see asObservable).
private struct SharedPublisher<Output, Failure: Error>: @unchecked Sendable {
    let subscribe: (StreamSubscriber<Output, Failure>) -> Void
}
