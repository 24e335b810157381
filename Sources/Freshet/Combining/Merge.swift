extension ObservableType where Element: ObservableConvertibleType {
    /// Delivers what all inner streams deliver, as it comes.
    ///
    /// *Ends* when the source and all inner streams have completed; fails with the first error.
    public func merge() -> Observable<Element.Element> {
        Flatten(asObservable(), .all) { $0 }
    }

    /// Delivers what the inner streams deliver, of which no more than `maxConcurrent` run at a time; the others wait in their order.
    ///
    /// *Keeps* the streams that wait, without a bound. *Ends* when the source and all inner streams have completed; fails with the first error.
    /// - Precondition: `maxConcurrent` is positive.
    public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
        precondition(maxConcurrent > 0, "With \(maxConcurrent) streams at a time nothing would ever run.")
        return Flatten(asObservable(), .upTo(maxConcurrent)) { $0 }
    }
}

extension ObservableType {
    /// Delivers what all of the streams deliver, as it comes. Ends when all have completed; fails with the first error, and disposes the others.
    public static func merge<Streams: Collection>(
        _ sources: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element> {
        MergeAll(Array(sources))
    }

    /// Delivers what all of the streams deliver, as it comes. Ends when all have completed; fails with the first error, and disposes the others.
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> { MergeAll(sources) }

    /// Delivers what all of the streams deliver, as it comes. Ends when all have completed; fails with the first error, and disposes the others.
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> { MergeAll(sources) }
}

// Safe to share: see Observable.
private final class MergeAll<Element>: Observable<Element>, @unchecked Sendable {
    private let sources: [Observable<Element>]
    private let origin = Origin()

    init(_ sources: [Observable<Element>]) { self.sources = sources }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        guard !sources.isEmpty else { return sink.completed() }
        let stage = origin.marks(MultiSourceStage(sink, lifetime, count: sources.count))
        for source in sources { stage.connect(source, through: MergeInlet(stage)) }
    }
}

// Sendable: see SerializedInlet.
private final class MergeInlet<Element>: SerializedInlet<Element, MultiSourceStage<Element>>, @unchecked Sendable {
    override func received(_ element: Element) { stage.downstream.next(element) }
    override func ended(_ end: Termination) { stage.sourceEnded(end) }
}
