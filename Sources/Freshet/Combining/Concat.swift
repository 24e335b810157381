extension ObservableType {
    /// Delivers this stream, and then `second`, which is subscribed to when this one has completed. Ends with `second`; fails with either.
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Observable<Element> where Source.Element == Element {
        Joined(asObservable(), second.asObservable())
    }

    /// Delivers the streams one after the other; each is subscribed to when the one before has completed. The sequence may be infinite. Ends with the last; fails with the first error, and the rest is left out.
    public static func concat<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        ConcatSequence(sequence)
    }

    /// Delivers the streams one after the other; each is subscribed to when the one before has completed. Ends with the last; fails with the first error, and the rest is left out. *Keeps* those that wait.
    public static func concat<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        Concat(collection)
    }

    /// Delivers the streams one after the other; each is subscribed to when the one before has completed. Ends with the last; fails with the first error, and the rest is left out. *Keeps* those that wait.
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> { Concat(sources) }
}

// Safe to share: see Observable; the one field that changes does so in deinit, where nobody else has a reference.
private final class Concat<Element>: Observable<Element>, @unchecked Sendable {
    // Not checked for overlapping access: no foreign code runs while it changes, in deinit.
    @exclusivity(unchecked) private var streams: Remaining

    init(_ streams: some Collection<Observable<Element>>) { self.streams = Remaining(reversed: streams.reversed()) }

    deinit { ReleaseQueue.release(&streams, leaving: Remaining()) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        ConcatSegments(sink, streams, lifetime).start()
    }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: BeginningExtent) -> Beginning {
        guard case .list(let rest) = extent else { return .none }
        rest.pointee.push(streams)
        return rest.pointee.next().map { .continued($0) } ?? .ended(.completed)
    }
}

// Safe to share: see Observable; the sequence is iterated by each subscriber from a copy.
private final class ConcatSequence<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private let streams: Streams

    init(_ streams: Streams) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        SequenceSegments(sink, streams.makeIterator(), lifetime).start()
    }
}

// Safe to share: see Observable; the fields that change do so in deinit, where nobody else has a reference.
/// One stream and then another: `a.concat(b).concat(c)` makes a chain of these, which is run, and released, without recursion.
private final class Joined<Element>: Observable<Element>, @unchecked Sendable {
    // Not checked for overlapping access: no foreign code runs while they change, in deinit.
    @exclusivity(unchecked) private var first: Observable<Element>?
    @exclusivity(unchecked) private var second: Observable<Element>?

    init(_ first: Observable<Element>, _ second: Observable<Element>) {
        self.first = first
        self.second = second
    }

    deinit {
        ReleaseQueue.release(&first, leaving: nil)
        ReleaseQueue.release(&second, leaving: nil)
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var streams = Remaining()
        if let second { streams.push(second) }
        if let first { streams.push(first) }
        ConcatSegments(sink, streams, lifetime).start()
    }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: BeginningExtent) -> Beginning {
        guard case .list(let rest) = extent, let first else { return .none }
        if let second { rest.pointee.push(second) }
        return .continued(first)
    }
}

// Sendable: see Segments.
private class ConcatSegments<Element>: Segments<Element>, @unchecked Sendable {
    // Unchecked exclusivity: no foreign code runs while a stream is taken out or put in.
    @exclusivity(unchecked) private var streams: Remaining

    init(_ downstream: Sink<Element>, _ streams: Remaining, _ lifetime: Lifetime) {
        self.streams = streams
        super.init(downstream, lifetime)
    }

    /// The next stream of a sequence, once the list is used up; nil after the last one.
    func nextOfSequence() -> Observable<Element>? { nil }

    final func start() { take(.next(after: .completed)) }

    override final func step(after end: Termination) -> SegmentStep {
        if case .error = end { return .finish(end) }
        if let stream = streams.next() { return .start(stream) }
        return nextOfSequence().map { .start($0) } ?? .finish(.completed)
    }

    override final func begin(_ stream: Observable<Element>) -> Beginning {
        withUnsafeMutablePointer(to: &streams) { stream.begin(downstream, lifetime, .list($0)) }
    }
}

// Sendable: see Segments.
private final class SequenceSegments<Streams: IteratorProtocol, Element>: ConcatSegments<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private var streams: Streams

    init(_ downstream: Sink<Element>, _ streams: Streams, _ lifetime: Lifetime) {
        self.streams = streams
        super.init(downstream, Remaining(), lifetime)
    }

    override func nextOfSequence() -> Observable<Element>? { streams.next() }
}
