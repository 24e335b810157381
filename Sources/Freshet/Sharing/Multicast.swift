import Synchronization

extension ObservableType {
    /// Shares the source's events with all subscribers while connected.
    ///
    /// A subscriber that arrives after the end waits for the next connection.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func publish() -> ConnectableObservable<Element> where Element: Sendable { multicast { PublishSubject() } }

    /// Shares the source's events while connected, and replays the newest elements.
    ///
    /// A subscriber first receives the newest `bufferSize` elements of the current connection.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; replayed elements on the subscriber's thread.
    /// - Keeps: up to `bufferSize` elements until the connection ends.
    /// - Precondition: `bufferSize` is not negative.
    @preconcurrency
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> where Element: Sendable {
        precondition(bufferSize >= 0, "`bufferSize` must not be negative.")
        return multicast { ReplaySubject.create(bufferSize: bufferSize) }
    }

    /// Shares the source's events while connected, and replays all elements.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; replayed elements on the subscriber's thread.
    /// - Keeps: all elements until the connection ends, without a bound.
    @preconcurrency
    public func replayAll() -> ConnectableObservable<Element> where Element: Sendable {
        multicast { ReplaySubject.createUnbounded() }
    }

    /// Sends the source's events through `subject` while connected.
    ///
    /// All connections use the same subject.
    /// - Ends: with the source; `subject` delivers the terminal event.
    /// - Runs on: the source's thread.
    /// - Keeps: what `subject` keeps.
    @preconcurrency
    public func multicast<Subject: SubjectType>(
        _ subject: Subject
    ) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element, Element: Sendable, Subject.Element: Sendable {
        let subject = Handover(subject)
        return multicast(makeSubject: { subject.value })
    }

    /// Sends the source's events through a new subject for each connection.
    /// - Ends: with the source; the subject delivers the terminal event.
    /// - Runs on: the source's thread.
    /// - Keeps: what the subject keeps, until the connection ends.
    @preconcurrency
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping @Sendable () -> Subject
    ) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element, Element: Sendable, Subject.Element: Sendable {
        Multicast(asObservable(), makeSubject)
    }

    /// Subscribes to the stream that `selector` builds from the shared source.
    ///
    /// Each subscription creates a subject and connects the source to it after subscribing to that stream.
    /// - Ends: with the stream that `selector` returns; fails with an error that a closure throws.
    /// - Runs on: the thread of the stream that `selector` returns.
    /// - Keeps: what the subject keeps.
    @preconcurrency
    public func multicast<Subject: SubjectType, Result>(
        _ subjectSelector: @escaping @Sendable () throws -> Subject,
        selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result> where Subject.Observer.Element == Element, Element: Sendable, Subject.Element: Sendable {
        let source = asObservable()
        return .deferred {
            let subject = Handover(try subjectSelector())
            let connectable = source.multicast(makeSubject: { subject.value })
            let result = try selector(connectable.asObservable())
            return .create { observer in Disposables.create(result.subscribe(observer), connectable.connect()) }
        }
    }
}

extension ConnectableObservableType where Self: Sendable {
    /// Connects with the first subscriber and disconnects with the last.
    ///
    /// A subscriber that arrives after the end connects again.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func refCount() -> Observable<Element> where Element: Sendable { RefCount(self) }
}

// Sendable: state is guarded by `current`.
private final class Multicast<Subject: SubjectType>: ConnectableObservable<Subject.Element>, @unchecked Sendable
where Subject.Element: Sendable, Subject.Observer.Element: Sendable {
    private let source: Observable<Subject.Observer.Element>
    private let makeSubject: @Sendable () -> Subject
    private let current = Mutex<MulticastSession<Subject>?>(nil)

    init(_ source: Observable<Subject.Observer.Element>, _ makeSubject: @escaping @Sendable () -> Subject) {
        self.source = source
        self.makeSubject = makeSubject
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { session(after: nil).run(sink, lifetime) }

    override func connect() -> any Disposable { session(after: nil).connect() }

    override func session(after previous: ConnectableSession<Element>?) -> ConnectableSession<Element> {
        if let session = current.withLock({ $0 }), session !== previous { return session }
        // Created outside the lock, because `makeSubject` is foreign code. If two threads create one, the first is
        // used.
        let made = MulticastSession(source, makeSubject(), self)
        // The previous session may run foreign code in its deinit, so it is released outside the lock.
        let (session, _) = current.withLock { current in
            if let current, current !== previous { return (current, MulticastSession<Subject>?.none) }
            defer { current = made }
            return (made, current)
        }
        return session
    }

    fileprivate func disconnected(_ session: MulticastSession<Subject>) {
        let previous: MulticastSession<Subject>? = current.withLock { $0 === session ? $0.take() : nil }
        withExtendedLifetime(previous) {}
    }
}

// Sendable: state is guarded by `connection`; the subject's safety is up to its creator.
private final class MulticastSession<Subject: SubjectType>: ConnectableSession<Subject.Element>, @unchecked Sendable
where Subject.Element: Sendable, Subject.Observer.Element: Sendable {
    private let source: Observable<Subject.Observer.Element>
    private let subject: Subject
    private weak let parent: Multicast<Subject>?
    private let connection = Mutex<Lifetime?>(nil)

    init(
        _ source: Observable<Subject.Observer.Element>, _ subject: Subject,
        _ parent: Multicast<Subject>
    ) {
        self.source = source
        self.subject = subject
        self.parent = parent
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { subject.asObservable().run(sink, lifetime) }

    override func connect() -> any Disposable {
        let made = Lifetime()
        let existing: Lifetime? = connection.withLock { connection in
            if let connection { return connection }
            connection = made
            return nil
        }
        if let existing { return existing }
        made.add(Disconnection(self))
        source.start(ConnectionSink(self, subject.asObserver(), made), made)
        return made
    }

    fileprivate func disconnect() { parent?.disconnected(self) }
}

// Sendable: immutable after init.
/// Ends a session when the connection's lifetime is disposed.
private final class Disconnection<Subject: SubjectType>: LifetimeResource, @unchecked Sendable
where Subject.Element: Sendable, Subject.Observer.Element: Sendable {
    private weak let session: MulticastSession<Subject>?

    init(_ session: MulticastSession<Subject>) { self.session = session }

    override func dispose() { session?.disconnect() }
}

/// Ends the session before it delivers a terminal event.
///
/// A subscriber that connects in response therefore starts a new session.
private final class ConnectionSink<Subject: SubjectType>: Sink<Subject.Observer.Element>, @unchecked Sendable
where Subject.Element: Sendable, Subject.Observer.Element: Sendable {
    private weak let session: MulticastSession<Subject>?
    private let observer: Subject.Observer
    private let lifetime: Lifetime

    init(_ session: MulticastSession<Subject>, _ observer: Subject.Observer, _ lifetime: Lifetime) {
        self.session = session
        self.observer = observer
        self.lifetime = lifetime
    }

    override func next(_ element: Subject.Observer.Element) {
        if !lifetime.isDisposed { observer.on(.next(element)) }
    }

    override func error(_ error: any Error) { ended(.error(error)) }
    override func completed() { ended(.completed) }

    private func ended(_ end: Termination) {
        guard lifetime.stop() else { return }
        session?.disconnect()
        observer.on(end.event())
        lifetime.dispose()
    }
}

// Sendable: state is guarded by `current`.
private final class RefCount<Source: ConnectableObservableType & Sendable>: Observable<Source.Element>,
    @unchecked Sendable
where Source.Element: Sendable {
    /// A connection, and the session of the source that it connects.
    private final class SharedConnection: Sendable {
        private struct Sessions {
            /// Nil after the connection closes. This releases the subject and the elements that it keeps.
            var retained: ConnectableSession<Source.Element>?
            weak var last: ConnectableSession<Source.Element>?
        }

        let connection = Connection()
        private let state: Mutex<Sessions>

        init(_ session: ConnectableSession<Source.Element>?) {
            state = Mutex(Sessions(retained: session, last: session))
            connection.lifetime.add(Disposables.create { [weak self] in self?.releaseSession() })
        }

        /// The session that new subscribers join.
        var session: ConnectableSession<Source.Element>? { state.withLock { $0.retained } }
        /// The same session, for as long as another object retains it.
        var lastSession: ConnectableSession<Source.Element>? { state.withLock { $0.last } }

        private func releaseSession() {
            let released = state.withLock { $0.retained.take() }
            withExtendedLifetime(released) {}
        }
    }

    private let source: Source
    private let current = Mutex<SharedConnection?>(nil)

    init(_ source: Source) { self.source = source }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (shared, session, isNew) = join()
        lifetime.add(shared.connection.makeRelease())
        let subscription = lifetime.makeChild()
        let stream = session ?? source.asObservable()
        stream.start(RefCountSink(sink, shared.connection, subscription), subscription)
        guard isNew, shared.connection.start() else { return }
        shared.connection.lifetime.add(session?.connect() ?? source.connect())
    }

    /// Joins the current connection, or creates a new one if that is closed.
    private func join() -> (SharedConnection, ConnectableSession<Source.Element>?, Bool) {
        while true {
            let previous = current.withLock { $0 }
            var gracePeriodTimer: (any Disposable)?
            // Read before `retain`: once the connection is closed, the session is released.
            let joined = previous?.session
            if let previous, previous.connection.retain(&gracePeriodTimer) { return (previous, joined, false) }
            // A session that has been connected ends with its connection, so a new connection needs a new session.
            let ended = previous?.connection.hasStarted == true ? previous?.lastSession : nil
            let session = (source as? ConnectableObservable<Source.Element>)?.session(after: ended)
            let created = SharedConnection(session)
            let isInstalled = current.withLock { current in
                guard current === previous else { return false }
                current = created
                return true
            }
            if isInstalled { return (created, session, true) }
        }
    }
}

/// Closes the connection before it delivers a terminal event.
///
/// A subscription made in response therefore starts a new connection.
private final class RefCountSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private let connection: Connection
    private let subscription: Lifetime

    init(_ downstream: Sink<Element>, _ connection: Connection, _ subscription: Lifetime) {
        self.downstream = downstream
        self.connection = connection
        self.subscription = subscription
    }

    override func next(_ element: Element) { downstream.next(element) }

    override func error(_ error: any Error) {
        guard subscription.stop() else { return }
        if connection.end() { connection.lifetime.dispose() }
        downstream.error(error)
        subscription.dispose()
    }

    override func completed() {
        guard subscription.stop() else { return }
        if connection.end() { connection.lifetime.dispose() }
        downstream.completed()
        subscription.dispose()
    }
}
