import Synchronization

/// How long what is shared is kept.
public enum SubjectLifetimeScope: Sendable {
    /// As long as somebody listens: who comes after the last has left, or after the end, starts the source anew.
    case whileConnected
    /// For good: the kept elements and the terminal event outlive the connection.
    case forever
}

extension ObservableType {
    /// One subscription to the source for all who subscribe to this: it begins with the first and is disposed with the last.
    ///
    /// Who comes later receives the newest `replay` elements first. Events are delivered to the subscribers one after the other, on the source's threads.
    /// *Ends* with the source; who comes after the end starts it anew, or, with ``SubjectLifetimeScope/forever``, receives what is kept and the end.
    /// *Keeps* `replay` elements and the subscribers: an event costs O(subscribers), to come and to go O(1).
    /// - Precondition: `replay` is not negative.
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        precondition(replay >= 0, "One cannot keep \(replay) elements.")
        return Share(asObservable(), replay: replay, scope, grace: nil)
    }

    /// The same, of which the source is disposed only when nobody has listened for `grace`: who comes back in time receives what was kept and misses nothing.
    ///
    /// *Ends* and starts anew as with ``SubjectLifetimeScope/whileConnected``. The source is disposed on `scheduler`.
    /// - Precondition: `replay` is not negative.
    public func share(
        replay: Int = 0, disconnectingAfter grace: RxTimeInterval, scheduler: any SchedulerType
    ) -> Observable<Element> {
        precondition(replay >= 0, "One cannot keep \(replay) elements.")
        return Share(
            asObservable(), replay: replay, .whileConnected, grace: GracePeriod(duration: grace, scheduler: scheduler))
    }
}

// Safe to share: see Observable.
private final class Share<Element>: Observable<Element>, @unchecked Sendable {
    private let upstream: Observable<Element>
    private let replay: Int
    private let grace: GracePeriod?
    private let hub: ShareHub

    init(_ upstream: Observable<Element>, replay: Int, _ scope: SubjectLifetimeScope, grace: GracePeriod?) {
        self.upstream = upstream
        self.replay = replay
        self.grace = grace
        hub = ShareHub(kept: scope == .forever ? Self.makeDelivery(replay) : nil)
    }

    /// One who has joined just before the end hears all of it, so what is kept is replayed after the end too.
    private static func makeDelivery(_ replay: Int) -> ShareDelivery {
        ShareDelivery(Multicaster<Element>.keeping(replay, replaysAfterEnd: true))
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (delivery, connection, isNew) = hub.join(grace) { Self.makeDelivery(replay) }
        let multicaster = delivery.multicaster(of: Element.self)
        if let connection { lifetime.add(connection.makeRelease()) }
        multicaster.join(sink, lifetime, to: self)
        if isNew, let connection, !connection.isOver {
            upstream.start(ShareSink(hub, delivery, connection), connection.lifetime)
        }
    }
}

// Safe to hand between threads: see Sink.
private final class ShareSink<Element>: Sink<Element>, @unchecked Sendable {
    private let hub: ShareHub
    private let delivery: ShareDelivery
    private let multicaster: Multicaster<Element>
    private let connection: Connection

    init(_ hub: ShareHub, _ delivery: ShareDelivery, _ connection: Connection) {
        self.hub = hub
        self.delivery = delivery
        multicaster = delivery.multicaster(of: Element.self)
        self.connection = connection
    }

    override func next(_ element: Element) { multicaster.next(element) }
    override func error(_ error: any Error) { end(.error(error)) }
    override func completed() { end(.completed) }

    private func end(_ event: Event<Element>) {
        guard connection.end() else { return }
        hub.ended(connection)
        multicaster.end(event)
        connection.lifetime.dispose()
    }
}
