import Freshet

/// A Combine publisher of a stream.
///
/// Each subscriber subscribes to the stream again, after it receives its subscription. The publisher never delivers
/// more than the subscriber requests; a ``DemandBuffering`` policy applies to the rest. Terminal events follow the
/// buffered elements. Canceling disposes the subscription to the stream; a terminal event or cancellation releases the
/// subscriber.
/// - Ends: with the stream.
/// - Runs on: the stream's threads, or the thread that requests more.
/// - Keeps: unrequested elements, up to the limit of the buffering policy.
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

    /// Sends the subscriber its subscription, then subscribes to the stream.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        StreamSubscription(subscriber, buffering, completion).start(source)
    }
}
