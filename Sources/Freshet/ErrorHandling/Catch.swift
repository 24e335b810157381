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

// Safe to share: see Segments.
private final class CatchSegments<Element>: Segments<Element>, @unchecked Sendable {
    /// Nil once it has been used: the stream that it makes is not caught again.
    private var handler: (@Sendable (any Error) throws -> Observable<Element>)?

    init(
        _ downstream: Sink<Element>, _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>,
        _ lifetime: Lifetime
    ) {
        self.handler = handler
        super.init(downstream, lifetime)
    }

    override func failed(_ error: any Error) {
        guard let handler = handler.take() else { return downstream.error(error) }
        do { start(try handler(error)) } catch { downstream.error(error) }
    }

    /// The handler has been used, so that there is room for that of a stream which it has made.
    override func unfold(_ stream: Observable<Element>) -> Observable<Element>? {
        guard handler == nil, let stream = stream as? Catch<Element> else { return nil }
        handler = stream.handler
        return stream.source
    }
}

// Safe to share: see Observable; the sequence is iterated by each subscriber from a copy.
private final class CatchSequence<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private let streams: Streams

    init(_ streams: Streams) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if let list = streams as? [Observable<Element>] {
            var remaining = Remaining(reversed: list.reversed())
            CatchSequenceSegments(sink, AnyIterator { remaining.next(Element.self) }, lifetime).startNext()
        } else {
            CatchSequenceSegments(sink, streams.makeIterator(), lifetime).startNext()
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

    /// Without any stream there is nothing that could have failed.
    func startNext() {
        if let stream = streams.next() { start(stream) } else { downstream.completed() }
    }

    override func failed(_ error: any Error) {
        if let stream = streams.next() { start(stream) } else { downstream.error(error) }
    }
}
