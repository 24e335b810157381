extension ObservableType {
    /// Delivers `default` if the source completes without an element.
    /// - Ends: with the source.
    /// - Runs on: the source's thread.
    /// - Keeps: `default`.
    @preconcurrency
    public func ifEmpty(default: Element) -> Observable<Element> where Element: Sendable {
        ifEmpty(switchTo: .just(`default`))
    }

    /// Switches to `other` if the source completes without an element.
    /// - Ends: with the source, or with `other` after an empty source; fails with the first error.
    /// - Runs on: the running stream's thread.
    /// - Keeps: nothing.
    public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
        IfEmpty(asObservable(), other)
    }
}

// Sendable: see Observable.
private final class IfEmpty<Element>: Observable<Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    fileprivate var source: Observable<Element> { sourceReference.stream() }
    private let otherReference: SourceReference
    fileprivate var other: Observable<Element> { otherReference.stream() }

    init(_ source: Observable<Element>, _ other: Observable<Element>) {
        sourceReference = SourceReference(source)
        otherReference = SourceReference(other)
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        IfEmptyStreams(EmptinessSink(sink), other, lifetime).start(source)
    }
}

// Sendable: see SequentialStreams.
private final class IfEmptyStreams<Element>: SequentialStreams<Element>, @unchecked Sendable {
    private let sink: EmptinessSink<Element>
    /// The streams that follow if the running one is empty; the last one is the next.
    private var others: PendingStreams

    init(_ sink: EmptinessSink<Element>, _ other: Observable<Element>, _ lifetime: Lifetime) {
        self.sink = sink
        others = PendingStreams(reversed: CollectionOfOne(other))
        super.init(sink, lifetime)
    }

    override func step(after end: Termination) -> SequentialStep {
        guard case .completed = end, sink.isEmpty, let other = others.next() else { return .finish(end) }
        return .start(other)
    }

    /// Unwraps a stream that switches itself, so that neither chains nor recursion nest.
    override func begin(_ stream: Observable<Element>) -> EagerDelivery {
        guard let stream = stream as? IfEmpty<Element> else { return super.begin(stream) }
        others.push(stream.other)
        return .continued(stream.source)
    }
}

// Sendable: see Sink.
/// Records whether an element has arrived.
private final class EmptinessSink<Element>: Sink<Element>, @unchecked Sendable {
    private let downstream: Sink<Element>
    private(set) var isEmpty = true

    init(_ downstream: Sink<Element>) { self.downstream = downstream }

    override func next(_ element: Element) {
        isEmpty = false
        downstream.next(element)
    }
    override func error(_ error: any Error) { downstream.error(error) }
    override func completed() { downstream.completed() }
}
