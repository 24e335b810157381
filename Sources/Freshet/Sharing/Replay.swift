/// A stream that sends its source's events through a replay subject, without ``Event`` values.
final class Replay<Element>: ConnectableObservable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Element> { sourceReference.stream() }
    private let capacity: Int
    private let grace: GracePeriod?
    /// The subject of all connections. Nil if each has its own.
    private let subject: ReplaySubject<Element>?

    init(_ source: Observable<Element>, _ capacity: Int, isForever: Bool = false, grace: GracePeriod? = nil) {
        sourceReference = SourceReference(source)
        self.capacity = capacity
        self.grace = grace
        subject = isForever ? ReplaySubject(capacity: capacity) : nil
    }

    override func makeSharedConnection() -> SharedConnection {
        let connection = Connection(grace: grace, staysOpen: subject != nil)
        let subject = subject ?? ReplaySubject(capacity: capacity)
        return SharedConnection(connection: connection, input: ReplaySink(connection, subject), output: subject)
    }

    override func connect(_ shared: SharedConnection) {
        guard let input = shared.input else { return }
        source.start(unsafeDowncast(input, to: Sink<Element>.self), shared.connection.lifetime)
    }
}

private final class ReplaySink<Element>: ConnectionSink<Element>, @unchecked Sendable {
    /// Retained: the release of the subject removes its subscribers.
    private let subject: ReplaySubject<Element>
    private let multicaster: Multicaster<Element>

    init(_ connection: Connection, _ subject: ReplaySubject<Element>) {
        self.subject = subject
        multicaster = subject.multicaster
        super.init(connection)
    }

    override func next(_ element: Element) {
        if !lifetime.hasEnded { multicaster.next(element) }
    }

    override func deliver(_ end: Termination) { multicaster.finish(end) }
}
