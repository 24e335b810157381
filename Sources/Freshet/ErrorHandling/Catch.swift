extension ObservableType {
    /// Replaces an error with the stream that `handler` returns.
    ///
    /// Calls `handler` at most once for each subscription: an error of the returned stream isn't caught.
    /// - Ends: with the source, or with the returned stream after an error; fails with an error thrown by `handler`.
    /// - Runs on: the running stream's thread.
    /// - Keeps: nothing.
    @preconcurrency
    public func `catch`(
        _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
    ) -> Observable<Element> {
        Catch(asObservable(), handler)
    }

    /// Replaces an error with `element`, then completes.
    /// - Ends: when the source completes or fails; never fails.
    /// - Runs on: the source's thread.
    /// - Keeps: `element`.
    @preconcurrency
    public func catchAndReturn(_ element: Element) -> Observable<Element> where Element: Sendable {
        let recovery = Observable.just(element)
        return Catch(asObservable()) { _ in recovery }
    }

    /// Tries the streams of a sequence in order until one completes.
    ///
    /// Subscribes to the next stream when the current one fails. Each subscription iterates its own copy of the
    /// sequence. An empty sequence completes.
    /// - Ends: with the first stream that completes; fails with the error of the last stream.
    /// - Runs on: the running stream's thread.
    /// - Keeps: the streams that wait.
    public static func `catch`<Streams: Sequence>(
        sequence: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        CatchSequence(sequence)
    }
}

// Sendable: see Observable.
private final class Catch<Element>: Observable<Element>, @unchecked Sendable {
    typealias Handler = @Sendable (any Error) throws -> Observable<Element>

    private let sourceReference: SourceReference
    fileprivate var source: Observable<Element> { sourceReference.stream() }
    let handler: Handler

    init(_ source: Observable<Element>, _ handler: @escaping Handler) {
        sourceReference = SourceReference(source)
        self.handler = handler
    }

    override var production: Production { source.production }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        CatchStreams(sink, handler, lifetime).start(source)
    }
}

private final class CatchStreams<Element>: SequentialStreams<Element>, @unchecked Sendable {
    /// The handler of the running stream's errors. Nil after its call: an error of the stream that it returns is caught
    /// by the next of `outer`.
    private var handler: Catch<Element>.Handler?
    /// The handlers of the streams around the running one; the last one is the next.
    private var outer: [Catch<Element>.Handler] = []

    init(_ downstream: Sink<Element>, _ handler: @escaping Catch<Element>.Handler, _ lifetime: Lifetime) {
        self.handler = handler
        super.init(downstream, lifetime)
    }

    override func step(after end: Termination) -> SequentialStep {
        guard case .error(let error) = end, let handler = handler.take() ?? outer.popLast() else { return .finish(end) }
        do { return .start(try handler(error)) } catch { return .next(after: .error(error)) }
    }

    /// Unwraps a stream that catches errors itself, so that neither chains nor recursion nest.
    override func begin(_ stream: Observable<Element>) -> EagerDelivery {
        guard let stream = stream as? Catch<Element> else { return super.begin(stream) }
        if let handler { outer.append(handler) }
        handler = stream.handler
        return .continued(stream.source)
    }
}

// Sendable: see Observable; each subscription iterates its own copy of the sequence.
private final class CatchSequence<Streams: Sequence, Element>: Observable<Element>, @unchecked Sendable
where Streams.Element == Observable<Element> {
    private let streams: Streams

    init(_ streams: Streams) { self.streams = streams }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if let list = streams as? [Observable<Element>] {
            // Releases each stream when it starts; see PendingStreams.
            var remaining = PendingStreams(reversed: list.reversed())
            let streams = AnyIterator { remaining.next().map { unsafeDowncast($0, to: Observable<Element>.self) } }
            CatchSequenceStreams(sink, streams, lifetime, isEndless: false).start()
        } else {
            CatchSequenceStreams(sink, streams.makeIterator(), lifetime, isEndless: true).start()
        }
    }
}

private final class CatchSequenceStreams<Streams: IteratorProtocol, Element>: SequentialStreams<Element>,
    @unchecked Sendable
where Streams.Element == Observable<Element> {
    private var streams: Streams
    private let isLazy: Bool

    init(_ downstream: Sink<Element>, _ streams: Streams, _ lifetime: Lifetime, isEndless: Bool) {
        self.streams = streams
        isLazy = isEndless
        super.init(downstream, lifetime)
    }

    override var isEndless: Bool { isLazy }

    /// Starts the first stream. Completes if the sequence is empty.
    func start() { take(streams.next().map { .start($0) } ?? .finish(.completed)) }

    override func step(after end: Termination) -> SequentialStep {
        guard case .error = end, let stream = streams.next() else { return .finish(end) }
        return .start(stream)
    }
}
