extension ObservableType {
    /// Continues with the stream that `handler` makes of an error; an error that it throws fails the stream.
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
    private let source: Observable<Element>
    private let handler: @Sendable (any Error) throws -> Observable<Element>

    init(_ source: Observable<Element>, _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>) {
        self.source = source
        self.handler = handler
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let segments = Segments<Element>(lifetime)
        segments.start(source, CatchSink(sink, segments, handler))
    }
}

// Safe to hand between threads: see Sink.
private final class CatchSink<Element>: Stage<Element, Element>, @unchecked Sendable {
    private let segments: Segments<Element>
    private let handler: @Sendable (any Error) throws -> Observable<Element>

    init(
        _ downstream: Sink<Element>, _ segments: Segments<Element>,
        _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
    ) {
        self.segments = segments
        self.handler = handler
        super.init(downstream)
    }

    override func next(_ element: Element) { downstream.next(element) }

    override func error(_ error: any Error) {
        do { segments.start(try handler(error), downstream) } catch { downstream.error(error) }
    }
}

// Safe to share: see Observable; the sequence is iterated by each subscriber from a copy.
private final class CatchSequence<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private let streams: Streams

    init(_ streams: Streams) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        CatchSequenceSink(sink, streams.makeIterator(), lifetime).start()
    }
}

// Safe to hand between threads: see Sink.
private final class CatchSequenceSink<Streams: IteratorProtocol, Element>: Stage<Element, Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private var streams: Streams
    private let segments: Segments<Element>

    init(_ downstream: Sink<Element>, _ streams: Streams, _ lifetime: Lifetime) {
        self.streams = streams
        segments = Segments(lifetime)
        super.init(downstream)
    }

    func start() {
        if let stream = streams.next() { segments.start(stream, self) } else { downstream.completed() }
    }

    override func next(_ element: Element) { downstream.next(element) }

    override func error(_ error: any Error) {
        if let stream = streams.next() { segments.start(stream, self) } else { downstream.error(error) }
    }
}
