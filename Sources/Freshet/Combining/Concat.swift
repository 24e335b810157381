extension ObservableType {
    /// Delivers this stream, then subscribes to `second` and delivers it.
    /// - Ends: with `second`; fails with the first error.
    /// - Runs on: the running stream's thread.
    /// - Keeps: `second`, until this stream completes.
    public func concat<Source: ObservableConvertibleType>(
        _ second: Source
    ) -> Observable<Element> where Source.Element == Element {
        Joined(asObservable(), second.asObservable())
    }

    /// Delivers the streams of a sequence one after another.
    ///
    /// Subscribes to each stream when the previous one completes. Each subscription iterates its own copy of the
    /// sequence, which may be infinite. An empty sequence completes.
    /// - Ends: with the last stream; fails with the first error, without subscribing to the rest.
    /// - Runs on: the running stream's thread.
    /// - Keeps: the iterator of the sequence.
    public static func concat<Streams: Sequence>(
        _ sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        ConcatSequence { LazyStreams(sequence) }
    }

    /// Delivers the streams of a collection one after another.
    ///
    /// Subscribes to each stream when the previous one completes. Evaluates the streams of a lazy collection one at a
    /// time. An empty collection completes.
    /// - Ends: with the last stream; fails with the first error, without subscribing to the rest.
    /// - Runs on: the running stream's thread.
    /// - Keeps: the streams that wait.
    public static func concat<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        Observable.concat(collection) { $0 }
    }

    /// Delivers the streams one after another.
    ///
    /// Subscribes to each stream when the previous one completes.
    /// - Ends: with the last stream; fails with the first error, without subscribing to the rest.
    /// - Runs on: the running stream's thread.
    /// - Keeps: the streams that wait.
    public static func concat(_ sources: Observable<Element>...) -> Observable<Element> { Concat(sources) }
}

extension Observable {
    /// Delivers the streams of the elements of a collection one after another.
    ///
    /// Elements in memory are all converted beforehand, so that each stream can be released when it starts; others one
    /// at a time.
    static func concat<Streams: Collection>(
        _ collection: Streams, _ stream: @escaping (Streams.Element) -> Observable
    ) -> Observable {
        collection.withContiguousStorageIfAvailable { Concat($0.map(stream)) }
            ?? ConcatSequence { LazyStreams(collection.lazy.map(stream)) }
    }
}

// Sendable: see Observable.
private final class Concat<Element>: Observable<Element>, @unchecked Sendable {
    // Unchecked exclusivity: changes only in deinit.
    @exclusivity(unchecked) private var streams: PendingStreams

    init(_ streams: some Collection<Observable<Element>>) {
        self.streams = PendingStreams(reversed: streams.reversed())
    }

    deinit { ReleaseQueue.release({ streams = PendingStreams() }, later: streams) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        ConcatStreams(sink, streams, lifetime).start()
    }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery {
        guard case .list(let rest) = extent else { return .none }
        rest.pointee.push(streams)
        return rest.pointee.next().map { .continued($0) } ?? .ended(.completed)
    }
}

// Sendable: see Observable; each subscription iterates its own copy of the sequence; the field changes only in deinit.
private final class ConcatSequence<Element>: Observable<Element>, @unchecked Sendable {
    // Unchecked exclusivity: changes only in deinit.
    @exclusivity(unchecked) private var makeStreams: (() -> LazyStreams)?

    init(_ makeStreams: @escaping () -> LazyStreams) { self.makeStreams = makeStreams }

    deinit { ReleaseQueue.release({ makeStreams = nil }, later: makeStreams) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var streams = PendingStreams()
        if let makeStreams { streams.push(makeStreams()) }
        ConcatStreams(sink, streams, lifetime).start()
    }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery {
        guard case .list(let rest) = extent, let makeStreams else { return .none }
        rest.pointee.push(makeStreams())
        return rest.pointee.next().map { .continued($0) } ?? .ended(.completed)
    }
}

// Sendable: see Observable.
/// Delivers one stream, then another. A chain such as `a.concat(b).concat(c)` runs and is released without recursion.
private final class Joined<Element>: Observable<Element>, @unchecked Sendable {
    private let firstReference: SourceReference
    private var first: Observable<Element> { firstReference.stream() }
    private let secondReference: SourceReference
    private var second: Observable<Element> { secondReference.stream() }

    init(_ first: Observable<Element>, _ second: Observable<Element>) {
        firstReference = SourceReference(first)
        secondReference = SourceReference(second)
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var streams = PendingStreams()
        streams.push(second)
        streams.push(first)
        ConcatStreams(sink, streams, lifetime).start()
    }

    override func begin(_ sink: Sink<Element>, _ lifetime: Lifetime, _ extent: EagerDeliveryPart) -> EagerDelivery {
        guard case .list(let rest) = extent else { return .none }
        rest.pointee.push(second)
        return .continued(first)
    }
}

// Sendable: see SequentialStreams.
private final class ConcatStreams<Element>: SequentialStreams<Element>, @unchecked Sendable {
    // Unchecked exclusivity: foreign code that a sequence runs during an access can't reach it.
    @exclusivity(unchecked) private var streams: PendingStreams

    init(_ downstream: Sink<Element>, _ streams: PendingStreams, _ lifetime: Lifetime) {
        self.streams = streams
        super.init(downstream, lifetime)
    }

    override var isEndless: Bool { streams.isSequence }

    func start() { take(.next(after: .completed)) }

    override func step(after end: Termination) -> SequentialStep {
        if case .error = end { return .finish(end) }
        return streams.next().map { .start($0) } ?? .finish(.completed)
    }

    override func begin(_ stream: Observable<Element>) -> EagerDelivery {
        withUnsafeMutablePointer(to: &streams) { stream.begin(downstream, lifetime, .list($0)) }
    }
}
