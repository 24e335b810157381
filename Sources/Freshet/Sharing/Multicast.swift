import Synchronization

extension ObservableType {
    /// A stream that sends the source's events to those who listen once it is connected. *Keeps* nothing. Ends with the source; who comes after the end waits for the next connection.
    public func publish() -> ConnectableObservable<Element> { multicast { PublishSubject() } }

    /// The same, which keeps the newest `bufferSize` elements for those who come later, until the connection ends. Ends with the source.
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> {
        multicast { ReplaySubject.create(bufferSize: bufferSize) }
    }

    /// The same, which keeps all elements until the connection ends, without a bound. Ends with the source.
    public func replayAll() -> ConnectableObservable<Element> { multicast { ReplaySubject.createUnbounded() } }

    /// Sends the source's events through `subject` once it is connected. Ends with the source, as the subject tells it.
    public func multicast<Subject: SubjectType>(
        _ subject: Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        let subject = Handover(subject)
        return multicast(makeSubject: { subject.value })
    }

    /// Sends the source's events through a subject, made anew for each connection. Ends with the source, as the subject tells it.
    @preconcurrency
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping @Sendable () -> Subject
    ) -> ConnectableObservable<Subject.Element> where Subject.Observer.Element == Element {
        Multicast(asObservable(), makeSubject)
    }

    /// For each subscription, sends the source's events through a new subject to the stream that `selector` makes of it. Ends with that stream; an error that a closure throws fails it.
    @preconcurrency
    public func multicast<Subject: SubjectType, Result>(
        _ subjectSelector: @escaping @Sendable () throws -> Subject,
        selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result> where Subject.Observer.Element == Element {
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
    /// Connects with the first subscriber and disconnects with the last. Ends with the source; who comes after the end connects anew.
    public func refCount() -> Observable<Element> { RefCount(self) }
}

// Safe to share: the mutable state is in a Mutex.
private final class Multicast<Subject: SubjectType>: ConnectableObservable<Subject.Element>, @unchecked Sendable {
    private let source: Observable<Subject.Observer.Element>
    private let makeSubject: @Sendable () -> Subject
    private let present = Mutex<MulticastRound<Subject>?>(nil)

    init(_ source: Observable<Subject.Observer.Element>, _ makeSubject: @escaping @Sendable () -> Subject) {
        self.source = source
        self.makeSubject = makeSubject
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { round(after: nil).run(sink, lifetime) }

    override func connect() -> any Disposable { round(after: nil).connect() }

    override func round(after former: ConnectableRound<Element>?) -> ConnectableRound<Element> {
        if let round = present.withLock({ $0 }), round !== former { return round }
        // Made outside the lock, since it is the caller's code; of two made at once the first is used.
        let made = MulticastRound(source, makeSubject()) { [weak self] in self?.disconnected($0) }
        // What the former one keeps may run foreign code in its deinit, so it is carried out of the lock.
        let (round, _) = present.withLock { present in
            if let present, present !== former { return (present, MulticastRound<Subject>?.none) }
            defer { present = made }
            return (made, present)
        }
        return round
    }

    private func disconnected(_ round: MulticastRound<Subject>) {
        let former: MulticastRound<Subject>? = present.withLock { $0 === round ? $0.take() : nil }
        withExtendedLifetime(former) {}
    }
}

// Safe to share: the mutable state is in a Mutex; the subject is used as the one who made it allows.
private final class MulticastRound<Subject: SubjectType>: ConnectableRound<Subject.Element>, @unchecked Sendable {
    private let source: Observable<Subject.Observer.Element>
    private let subject: Subject
    private let disconnected: @Sendable (MulticastRound) -> Void
    private let connection = Mutex<Lifetime?>(nil)

    init(
        _ source: Observable<Subject.Observer.Element>, _ subject: Subject,
        _ disconnected: @escaping @Sendable (MulticastRound) -> Void
    ) {
        self.source = source
        self.subject = subject
        self.disconnected = disconnected
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
        made.add(Disposables.create { [weak self] in self?.disconnect() })
        source.start(ConnectionSink(self, subject.asObserver(), made), made)
        return made
    }

    fileprivate func disconnect() { disconnected(self) }
}

// Sendable: see Sink.
/// Ends the connection before it hands a terminal event on: a subscriber that connects in reaction starts a new one.
private final class ConnectionSink<Subject: SubjectType>: Sink<Subject.Observer.Element>, @unchecked Sendable {
    private weak let round: MulticastRound<Subject>?
    private let observer: Subject.Observer
    private let lifetime: Lifetime

    init(_ round: MulticastRound<Subject>, _ observer: Subject.Observer, _ lifetime: Lifetime) {
        self.round = round
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
        round?.disconnect()
        observer.on(end.event())
        lifetime.dispose()
    }
}

// Safe to share: the mutable state is in a Mutex.
private final class RefCount<Source: ConnectableObservableType & Sendable>: Observable<Source.Element>,
    @unchecked Sendable
{
    /// One connection, and the round of the source that it is for.
    private final class Session: Sendable {
        private struct Round {
            /// Nil when the connection is over, so that what the subject keeps is released.
            var kept: ConnectableRound<Source.Element>?
            weak var known: ConnectableRound<Source.Element>?
        }

        let connection = Connection()
        private let state: Mutex<Round>

        init(_ round: ConnectableRound<Source.Element>?) {
            state = Mutex(Round(kept: round, known: round))
            connection.lifetime.add(Disposables.create { [weak self] in self?.forget() })
        }

        /// The round for those who join.
        var round: ConnectableRound<Source.Element>? { state.withLock { $0.kept } }
        /// The same, as long as somebody has it.
        var known: ConnectableRound<Source.Element>? { state.withLock { $0.known } }

        private func forget() {
            let released = state.withLock { $0.kept.take() }
            withExtendedLifetime(released) {}
        }
    }

    private let source: Source
    private let current = Mutex<Session?>(nil)

    init(_ source: Source) { self.source = source }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (session, round, isNew) = join()
        lifetime.add(session.connection.makeRelease())
        let subscription = lifetime.makeChild()
        let stream = round ?? source.asObservable()
        stream.start(RefCountSink(sink, session.connection, subscription), subscription)
        guard isNew, session.connection.begin() else { return }
        session.connection.lifetime.add(round?.connect() ?? source.connect())
    }

    /// The present session, or a new one when that is over; whether it is new.
    private func join() -> (Session, ConnectableRound<Source.Element>?, Bool) {
        while true {
            let former = current.withLock { $0 }
            var farewell: (any Disposable)?
            // Before it is known to be in time: behind that it may be forgotten.
            let present = former?.round
            if let former, former.connection.retain(&farewell) { return (former, present, false) }
            // The round in which the former one has connected ends with it, on whichever thread and however soon.
            let ended = former?.connection.hasBegun == true ? former?.known : nil
            let round = (source as? ConnectableObservable<Source.Element>)?.round(after: ended)
            let fresh = Session(round)
            let isMine = current.withLock { current in
                guard current === former else { return false }
                current = fresh
                return true
            }
            if isMine { return (fresh, round, true) }
        }
    }
}

// Safe to hand between threads: see Sink.
/// Ends the connection before it hands a terminal event on, so that who subscribes again in reaction starts a new one.
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
