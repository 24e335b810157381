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

// Safe to share: see Observable; the sequence is iterated by each subscriber from a copy. The one field that changes does so in deinit, where
// nobody else has a reference.
private final class Concat<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private var streams: Streams?

    init(_ streams: Streams) { self.streams = streams }

    deinit { Releasing.letGo(&streams, leaving: nil) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if streams is [Observable<Element>] {
            ConcatSegments(sink, [self], EmptyCollection().makeIterator(), lifetime).startNext()
        } else if let streams {
            ConcatSegments(sink, [], streams.makeIterator(), lifetime).startNext()
        }
    }

    override func unfold(onto rest: inout [Observable<Element>]) -> Observable<Element>? {
        guard let list = streams as? [Observable<Element>] else { return nil }
        rest.append(contentsOf: list.dropFirst().reversed())
        return list.first ?? .empty()
    }
}

// Safe to share: see Observable; the fields that change do so in deinit, where nobody else has a reference.
/// One stream and then another: `a.concat(b).concat(c)` makes a chain of these, which is run, and released, without recursion.
private final class Joined<Element>: Observable<Element>, @unchecked Sendable {
    private var first: Observable<Element>?
    private var second: Observable<Element>?

    init(_ first: Observable<Element>, _ second: Observable<Element>) {
        self.first = first
        self.second = second
    }

    deinit {
        Releasing.letGo(&first, leaving: nil)
        Releasing.letGo(&second, leaving: nil)
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        ConcatSegments(sink, [self], EmptyCollection().makeIterator(), lifetime).startNext()
    }

    override func unfold(onto rest: inout [Observable<Element>]) -> Observable<Element>? {
        if let second { rest.append(second) }
        return first
    }
}

// Safe to share: see Segments.
private final class ConcatSegments<Streams: IteratorProtocol, Element>: Segments<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    /// What comes before the rest of the sequence, the next one last. It lets go of each, unlike an array's iterator, so that a subject does not
    /// keep itself alive through those who listen to it.
    private var unfolded: [Observable<Element>]
    private var streams: Streams

    init(_ downstream: Sink<Element>, _ unfolded: [Observable<Element>], _ streams: Streams, _ lifetime: Lifetime) {
        self.unfolded = unfolded
        self.streams = streams
        super.init(downstream, lifetime)
    }

    func startNext() {
        if let stream = unfolded.popLast() ?? streams.next() { start(stream) } else { downstream.completed() }
    }

    override func completed() { startNext() }

    override func unfold(_ stream: Observable<Element>) -> Observable<Element>? { stream.unfold(onto: &unfolded) }
}
