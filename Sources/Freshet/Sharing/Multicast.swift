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
    private struct State {
        var subject: Handover<Subject>?
        var connection: Lifetime?
    }

    private let source: Observable<Subject.Observer.Element>
    private let makeSubject: @Sendable () -> Subject
    private let state = Mutex(State())

    init(_ source: Observable<Subject.Observer.Element>, _ makeSubject: @escaping @Sendable () -> Subject) {
        self.source = source
        self.makeSubject = makeSubject
    }

    private var subject: Subject {
        if let subject = state.withLock({ $0.subject }) { return subject.value }
        // Made outside the lock, since it is the caller's code; of two made at once the first is used.
        let made = Handover(makeSubject())
        return state.withLock { state in
            let subject = state.subject ?? made
            state.subject = subject
            return subject
        }.value
    }

    override func start(_ sink: Sink<Element>, _ lifetime: Lifetime) { run(sink, lifetime) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) { subject.asObservable().run(sink, lifetime) }

    override func connect() -> any Disposable {
        let observer = subject.asObserver()
        let connection = Lifetime()
        let existing: Lifetime? = state.withLock { state in
            if let connection = state.connection { return connection }
            state.connection = connection
            return nil
        }
        if let existing { return existing }
        connection.add(Disposables.create { [weak self] in self?.disconnected(connection) })
        source.start(ObserverSink(observer, connection), connection)
        return connection
    }

    private func disconnected(_ connection: Lifetime) {
        state.withLock { state in
            if state.connection === connection { state = State() }
        }
    }
}

// Safe to share: the mutable state is in a Mutex.
private final class RefCount<Source: ConnectableObservableType & Sendable>: Observable<Source.Element>,
    @unchecked Sendable
{
    private let source: Source
    private let current = Mutex<Connection?>(nil)

    init(_ source: Source) { self.source = source }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let (connection, isNew) = current.withLock { current in
            if let current, current.retain() { return (current, false) }
            let fresh = Connection()
            current = fresh
            return (fresh, true)
        }
        lifetime.add(connection.makeRelease())
        let subscription = lifetime.makeChild()
        source.asObservable().start(RefCountSink(sink, connection, subscription), subscription)
        if isNew, !connection.isOver { connection.lifetime.add(source.connect()) }
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
