extension ObservableType {
    /// Continues with the stream that `handler` makes of an error; an error that it throws fails the stream. What it makes is not caught again. Ends with the stream that runs last.
    @preconcurrency
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
    ) -> Observable<Element> {
        Catch(asObservable(), handler)
    }

    /// Delivers `element` in the place of an error and completes.
    public func catchAndReturn(_ element: Element) -> Observable<Element> {
        let recovery = Observable.just(element)
        return Catch(asObservable()) { _ in recovery }
    }

    /// Continues with the next stream of the sequence whenever one fails; completes with the first that completes, fails when the last one fails.
    public static func `catch`<Streams: Sequence>(
        sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        CatchSequence(sequence)
    }
}

// Safe to share: see Observable.
private final class Catch<Element>: Observable<Element>, @unchecked Sendable {
    fileprivate let source: Observable<Element>
    fileprivate let handler: @Sendable (any Error) throws -> Observable<Element>

    init(_ source: Observable<Element>, _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>) {
        self.source = source
        self.handler = handler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        CatchSegments(sink, handler, lifetime).start(source)
    }
}

// Sendable: see Segments.
private final class CatchSegments<Element>: Segments<Element>, @unchecked Sendable {
    /// Nil once it has been used: the stream that it returns is not caught again.
    private var handler: (@Sendable (any Error) throws -> Observable<Element>)?

    init(
        _ downstream: Sink<Element>, _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>,
        _ lifetime: Lifetime
    ) {
        self.handler = handler
        super.init(downstream, lifetime)
    }

    override func step(after end: Termination) -> SegmentStep {
        guard case .error(let error) = end, let handler = handler.take() else { return .finish(end) }
        do { return .start(try handler(error)) } catch { return .finish(.error(error)) }
    }

    /// Once the handler has been used, a stream that catches in turn needs no segments of its own: its handler takes the place.
    override func begin(_ stream: Observable<Element>) -> Beginning {
        guard handler == nil, let stream = stream as? Catch<Element> else { return super.begin(stream) }
        handler = stream.handler
        return .continued(stream.source)
    }
}

// Safe to share: see Observable; the sequence is iterated by each subscriber from a copy.
private final class CatchSequence<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private let streams: Streams

    init(_ streams: Streams) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if let list = streams as? [Observable<Element>] {
            // Releases each stream once it has been taken; see Remaining.
            var remaining = Remaining(reversed: list.reversed())
            let streams = AnyIterator { remaining.next().map { unsafeDowncast($0, to: Observable<Element>.self) } }
            CatchSequenceSegments(sink, streams, lifetime).start()
        } else {
            CatchSequenceSegments(sink, streams.makeIterator(), lifetime).start()
        }
    }
}

// Safe to share: see Segments.
private final class CatchSequenceSegments<Streams: IteratorProtocol, Element>: Segments<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private var streams: Streams

    init(_ downstream: Sink<Element>, _ streams: Streams, _ lifetime: Lifetime) {
        self.streams = streams
        super.init(downstream, lifetime)
    }

    /// An empty sequence completes: no stream has failed.
    func start() { take(streams.next().map { .start($0) } ?? .finish(.completed)) }

    override func step(after end: Termination) -> SegmentStep {
        guard case .error = end, let stream = streams.next() else { return .finish(end) }
        return .start(stream)
    }
}
