extension ObservableType {
    /// Delivers this stream, and then `second`, which is subscribed to when this one has completed.
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Observable<Element> where Source.Element == Element {
        Concat([asObservable(), second.asObservable()])
    }

    /// Delivers the streams one after the other; each is subscribed to when the one before has completed. The sequence may be infinite.
    public static func concat<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        Concat(sequence)
    }

    /// Delivers the streams one after the other; each is subscribed to when the one before has completed.
    public static func concat<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        Concat(collection)
    }

    /// Delivers the streams one after the other; each is subscribed to when the one before has completed.
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> { Concat(sources) }
}

// Safe to share: see Observable; the sequence is iterated by each subscriber from a copy.
private final class Concat<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private let streams: Streams

    init(_ streams: Streams) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        ConcatSink(sink, streams.makeIterator(), lifetime).startNext()
    }
}

// Safe to hand between threads: see Sink.
private final class ConcatSink<Streams: IteratorProtocol, Element>: Stage<Element, Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private var streams: Streams
    private let segments: Segments<Element>

    init(_ downstream: Sink<Element>, _ streams: Streams, _ lifetime: Lifetime) {
        self.streams = streams
        segments = Segments(lifetime)
        super.init(downstream)
    }

    override func next(_ element: Element) { downstream.next(element) }

    override func completed() { startNext() }

    func startNext() {
        if let stream = streams.next() { segments.start(stream, self) } else { downstream.completed() }
    }
}
