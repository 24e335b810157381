extension ObservableType {
    /// Shares the source's events with all subscribers while connected.
    ///
    /// A subscriber that arrives after the end waits for the next connection. The source is never paused; see
    /// ``share(replay:scope:)``.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func publish() -> ConnectableObservable<Element> where Element: Sendable {
        Replay(asObservable(), 0)
    }

    /// Shares the source's events while connected, and replays the newest elements.
    ///
    /// A subscriber first receives the newest `bufferSize` elements of the current connection. The source is never
    /// paused; see ``share(replay:scope:)``.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; replayed elements on the subscriber's thread.
    /// - Keeps: up to `bufferSize` elements until the connection ends.
    /// - Precondition: `bufferSize` is not negative.
    @preconcurrency
    public func replay(_ bufferSize: Int) -> ConnectableObservable<Element> where Element: Sendable {
        precondition(bufferSize >= 0, "`bufferSize` must not be negative.")
        return Replay(asObservable(), bufferSize)
    }

    /// Shares the source's events while connected, and replays all elements.
    ///
    /// The source is never paused; see ``share(replay:scope:)``.
    /// - Ends: with the source.
    /// - Runs on: the source's thread; replayed elements on the subscriber's thread.
    /// - Keeps: all elements until the connection ends, without a bound.
    @preconcurrency
    public func replayAll() -> ConnectableObservable<Element> where Element: Sendable {
        Replay(asObservable(), .max)
    }

    /// Sends the source's events through `subject` while connected.
    ///
    /// All connections use the same subject. The source is never paused; see
    /// ``share(replay:scope:)``.
    /// - Ends: with the source; `subject` delivers the terminal event.
    /// - Runs on: the source's thread.
    /// - Keeps: the elements that `subject` keeps.
    @preconcurrency
    public func multicast<Subject: SubjectType>(
        _ subject: Subject
    ) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element, Element: Sendable, Subject.Element: Sendable {
        let subject = UncheckedTransfer(subject)
        return multicast(makeSubject: { subject.value })
    }

    /// Sends the source's events through a new subject for each connection.
    ///
    /// The source is never paused; see ``share(replay:scope:)``.
    /// - Ends: with the source; the subject delivers the terminal event.
    /// - Runs on: the source's thread.
    /// - Keeps: the elements that the subject keeps, until the connection ends.
    @preconcurrency
    public func multicast<Subject: SubjectType>(
        makeSubject: @escaping @Sendable () -> Subject
    ) -> ConnectableObservable<Subject.Element>
    where Subject.Observer.Element == Element, Element: Sendable, Subject.Element: Sendable {
        Multicast(asObservable(), makeSubject)
    }

    /// Subscribes to the stream that `selector` builds from the shared source.
    ///
    /// Each subscription creates a subject and connects the source to it after subscribing to that stream. The source
    /// is never paused; see ``share(replay:scope:)``.
    /// - Ends: with the stream that `selector` returns; fails with an error that a closure throws.
    /// - Runs on: the thread of the stream that `selector` returns.
    /// - Keeps: the elements that the subject keeps.
    @preconcurrency
    public func multicast<Subject: SubjectType, Result>(
        _ subjectSelector: @escaping @Sendable () throws -> Subject,
        selector: @escaping @Sendable (Observable<Subject.Element>) throws -> Observable<Result>
    ) -> Observable<Result> where Subject.Observer.Element == Element, Element: Sendable, Subject.Element: Sendable {
        let source = asObservable()
        return .deferred {
            let subject = UncheckedTransfer(try subjectSelector())
            let connectable = source.multicast(makeSubject: { subject.value })
            let result = try selector(connectable.asObservable())
            return .create { observer in Disposables.create(result.subscribe(observer), connectable.connect()) }
        }
    }
}

/// A stream that sends its source's events through a subject of any type.
private final class Multicast<Subject: SubjectType>: ConnectableObservable<Subject.Element>, @unchecked Sendable
where Subject.Element: Sendable, Subject.Observer.Element: Sendable {
    private typealias Input = Subject.Observer.Element

    private let sourceReference: SourceReference
    private var source: Observable<Input> { sourceReference.stream() }
    private let makeSubject: @Sendable () -> Subject

    init(_ source: Observable<Subject.Observer.Element>, _ makeSubject: @escaping @Sendable () -> Subject) {
        sourceReference = SourceReference(source)
        self.makeSubject = makeSubject
    }

    override func makeSharedConnection() -> SharedConnection {
        let (connection, subject) = (Connection(), makeSubject())
        let input = MulticastSink(connection, subject.asObserver())
        return SharedConnection(connection: connection, input: input, output: subject.asObservable())
    }

    override func connect(_ shared: SharedConnection) {
        guard let input = shared.input else { return }
        source.start(unsafeDowncast(input, to: Sink<Input>.self), shared.connection.lifetime)
    }
}

private final class MulticastSink<Observer: ObserverType>: ConnectionSink<Observer.Element>, @unchecked Sendable {
    private let observer: Observer

    init(_ connection: Connection, _ observer: Observer) {
        self.observer = observer
        super.init(connection)
    }

    override func next(_ element: Observer.Element) {
        if !lifetime.hasEnded { observer.on(.next(element)) }
    }

    override func deliver(_ end: Termination) { observer.on(end.event()) }
}
