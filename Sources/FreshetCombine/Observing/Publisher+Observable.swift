public import Freshet

extension Publisher {
    /// Returns the publisher as a stream; each subscription subscribes to the publisher.
    ///
    /// Disposal cancels the subscription to the publisher. A failure becomes the stream's error. The stream requests
    /// all values with one request. With a consumer that supports backpressure (`values(buffering: .suspending(8))`,
    /// `observe(on:buffering: .suspending(8))`), it requests one value at a time. Values that the publisher sends
    /// concurrently are serialized.
    ///
    /// Closures of a publisher can be isolated to the actor that creates it. The stream therefore subscribes, requests
    /// values and cancels on the actor that calls this function: on the main actor immediately if it is on the main
    /// thread, otherwise asynchronously. Without an actor, the stream does so on the threads of its subscribers.
    /// - Ends: with the publisher.
    /// - Runs on: the publisher's threads.
    /// - Keeps: the calling actor.
    /// - Precondition: A publisher made outside of an actor supports subscriptions from any thread on which the stream
    ///   is subscribed to, as Combine's own publishers do.
    public func asObservable(isolation: isolated (any Actor)? = #isolation) -> Observable<Output> {
        let publisher = SharedPublisher<Output, Failure>(subscribe: { subscribe($0) })
        let context = PublisherContext(actor: isolation)
        return .create(paced: { observer, listener in
            let subscriber = StreamSubscriber<Output, Failure>(observer, listener, context)
            listener.keep(Disposables.create { [weak subscriber] in subscriber?.cancel() })
            context.perform { publisher.subscribe(subscriber) }
        })
    }
}

extension Publisher where Failure == Never {
    /// Returns the publisher as a stream that never fails; see ``asObservable(isolation:)``.
    public func asInfallible(isolation: isolated (any Actor)? = #isolation) -> Infallible<Output> {
        asObservable(isolation: isolation).asInfallible(onErrorFallbackTo: .empty())
    }
}

// Sendable: used on the actor that created it; without one, the caller guarantees thread-safe subscription.
private struct SharedPublisher<Output, Failure: Error>: @unchecked Sendable {
    let subscribe: (StreamSubscriber<Output, Failure>) -> Void
}
