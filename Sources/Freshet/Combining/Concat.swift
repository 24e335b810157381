extension ObservableType {
    /// Delivers this stream, and then `second`, which is subscribed to when this one has completed.
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Observable<Element> where Source.Element == Element {
        Joined(asObservable(), second.asObservable())
    }

    /// Delivers the streams one after the other; each is subscribed to when the one before has completed. The sequence may be infinite.
    public static func concat<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        ConcatSequence(sequence)
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

// Safe to share: see Observable.
private final class Concat<Element>: Observable<Element>, @unchecked Sendable {
    private let streams: Remaining

    init(_ streams: some Collection<Observable<Element>>) { self.streams = Remaining(reversed: streams.reversed()) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        ListSegments(sink, streams, lifetime).startNext()
    }
}

// Safe to share: see Observable; the sequence is iterated by each subscriber from a copy.
private final class ConcatSequence<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private let streams: Streams

    init(_ streams: Streams) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        SequenceSegments(sink, streams.makeIterator(), lifetime).startNext()
    }
}

// Safe to share: see Observable; the one field that changes does so in deinit, where nobody else has a reference.
/// One stream and then another: `a.concat(b).concat(c)` makes a chain of these, which is run, and released, without recursion.
private final class Joined<Element>: Observable<Element>, @unchecked Sendable {
    private var first: Observable<Element>?
    private let second: Observable<Element>

    init(_ first: Observable<Element>, _ second: Observable<Element>) {
        self.first = first
        self.second = second
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var streams = [second]
        var rest = first
        while let joined = rest as? Joined {
            streams.append(joined.second)
            rest = joined.first
        }
        if let rest { streams.append(rest) }
        ListSegments(sink, Remaining(reversed: streams), lifetime).startNext()
    }

    deinit {
        var rest = first.take() as? Joined
        while isKnownUniquelyReferenced(&rest) {
            let next = rest?.first.take()
            rest = next as? Joined
        }
    }
}

// Safe to share: see Segments.
private class ConcatSegments<Element>: Segments<Element>, @unchecked Sendable {
    /// The stream whose turn it is; nil after the last one.
    func next() -> Observable<Element>? { nil }

    final func startNext() {
        if let stream = next() { start(stream) } else { downstream.completed() }
    }

    override final func completed() { startNext() }
}

// Safe to share: see Segments.
private final class ListSegments<Element>: ConcatSegments<Element>, @unchecked Sendable {
    // Not checked for overlapping access: taking a stream out runs no foreign code.
    @exclusivity(unchecked) private var streams: Remaining

    init(_ downstream: Sink<Element>, _ streams: Remaining, _ lifetime: Lifetime) {
        self.streams = streams
        super.init(downstream, lifetime)
    }

    override func next() -> Observable<Element>? { streams.next(Element.self) }
}

// Safe to share: see Segments.
private final class SequenceSegments<Streams: IteratorProtocol, Element>: ConcatSegments<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private var streams: Streams

    init(_ downstream: Sink<Element>, _ streams: Streams, _ lifetime: Lifetime) {
        self.streams = streams
        super.init(downstream, lifetime)
    }

    override func next() -> Observable<Element>? { streams.next() }
}
