import Freshet

/// A stream as a Combine publisher.
///
/// Each subscriber subscribes to the stream anew, once it has its subscription; values come on the stream's threads, or on the one that asks for more. Nothing is delivered that
/// was not asked for; what waits, see ``DemandBuffering``. An error or the end comes behind what waits.
/// Cancelling disposes the subscription; the end, an error or cancelling releases the subscriber.
public struct ObservablePublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
    let source: Observable<Output>
    let buffering: DemandBuffering<Failure>
    let completion: @Sendable (any Error) -> Subscribers.Completion<Failure>

    init(
        _ source: Observable<Output>, _ buffering: DemandBuffering<Failure>,
        _ completion: @escaping @Sendable (any Error) -> Subscribers.Completion<Failure>
    ) {
        self.source = source
        self.buffering = buffering
        self.completion = completion
    }

    /// Hands the subscriber its subscription, then subscribes to the stream.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        StreamSubscription(subscriber, buffering, completion).start(source)
    }
}
