import Synchronization

/// How long a shared stream keeps its elements.
public enum SubjectLifetimeScope: Sendable {
    /// Until the last subscriber leaves or the source ends. A later subscriber restarts the source.
    case whileConnected
    /// Forever. The kept elements and the terminal event outlive the connection.
    case forever
}

extension ObservableType {
    /// Shares one subscription to the source among all subscribers.
    ///
    /// Subscribes to the source when the first subscriber arrives, and disposes it when the last one leaves. A later
    /// subscriber first receives the newest `replay` elements. After the end, a subscriber restarts the source; with
    /// ``SubjectLifetimeScope/forever`` it receives the kept elements and the terminal event.
    ///
    /// With n subscribers, an event costs O(n), a subscription O(1) and its disposal O(log n).
    /// - Ends: with the source.
    /// - Runs on: the source's thread, one subscriber after another; replayed elements on the subscriber's thread.
    /// - Keeps: the newest `replay` elements, until the last subscriber leaves unless `scope` is
    ///   ``SubjectLifetimeScope/forever``.
    /// - Precondition: `replay` is not negative.
    @preconcurrency
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element>
    where Element: Sendable {
        precondition(replay >= 0, "`replay` must not be negative.")
        return Share(asObservable(), replay: replay, scope, grace: nil)
    }

    /// Shares the source, and disposes it `grace` after the last subscriber leaves.
    ///
    /// A subscriber that arrives during the grace period joins the running subscription and first receives the newest
    /// `replay` elements. After the end, a subscriber restarts the source.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; `scheduler` disposes the source.
    /// - Keeps: the newest `replay` elements and the source, until the grace period ends.
    /// - Precondition: `replay` is not negative.
    @preconcurrency
    public func share(
        replay: Int = 0, disconnectingAfter grace: RxTimeInterval, scheduler: any SchedulerType
    ) -> Observable<Element> where Element: Sendable {
        precondition(replay >= 0, "`replay` must not be negative.")
        return Share(
            asObservable(), replay: replay, .whileConnected, grace: GracePeriod(duration: grace, scheduler: scheduler))
    }
}

private final class Share<Element>: Observable<Element>, @unchecked Sendable {
    private let upstream: Observable<Element>
    private let replay: Int
    private let grace: GracePeriod?
    private let coordinator: ShareCoordinator

    init(_ upstream: Observable<Element>, replay: Int, _ scope: SubjectLifetimeScope, grace: GracePeriod?) {
        self.upstream = upstream
        self.replay = replay
        self.grace = grace
        coordinator = ShareCoordinator(kept: scope == .forever ? Self.makeSubscribers(replay) : nil)
    }

    /// Replays kept elements after the end too, for subscribers that join just before it.
    private static func makeSubscribers(_ replay: Int) -> ShareSubscribers {
        ShareSubscribers(Multicaster<Element>.keeping(replay, replaysAfterEnd: true))
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (subscribers, connection, isNew) = coordinator.join(grace) { Self.makeSubscribers(replay) }
        let multicaster = subscribers.multicaster(of: Element.self)
        if let connection { lifetime.add(connection.makeRelease()) }
        multicaster.join(sink, lifetime, to: self)
        if isNew, let connection, !connection.isClosed {
            if replay > 0 { connection.lifetime.add(ShareDisconnection(coordinator, connection)) }
            upstream.start(ShareSink(coordinator, subscribers, connection), connection.lifetime)
        }
    }
}

private final class ShareSink<Element>: Sink<Element>, @unchecked Sendable {
    private let coordinator: ShareCoordinator
    private let subscribers: ShareSubscribers
    private let multicaster: Multicaster<Element>
    private let connection: Connection

    init(_ coordinator: ShareCoordinator, _ subscribers: ShareSubscribers, _ connection: Connection) {
        self.coordinator = coordinator
        self.subscribers = subscribers
        multicaster = subscribers.multicaster(of: Element.self)
        self.connection = connection
    }

    override func next(_ element: Element) { multicaster.next(element) }
    override func error(_ error: any Error) { end(.error(error)) }
    override func completed() { end(.completed) }

    private func end(_ event: Event<Element>) {
        guard coordinator.end(connection) else { return }
        multicaster.end(event)
        connection.lifetime.disposeAfterEnd()
    }
}
