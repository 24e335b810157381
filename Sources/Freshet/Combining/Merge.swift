extension ObservableType where Element: ObservableConvertibleType {
    /// Merges all inner streams.
    /// - Ends: when the source and every inner stream have completed; fails with the first error.
    /// - Runs on: the inner streams' threads, one event at a time.
    /// - Keeps: the running inner subscriptions, without a bound.
    @preconcurrency
    public func merge() -> Observable<Element.Element> where Element: Sendable, Element.Element: Sendable {
        Flatten(asObservable(), .all) { $0 }
    }

    /// Merges at most `maxConcurrent` inner streams at a time.
    ///
    /// Further inner streams wait in order until a running one completes.
    /// - Ends: when the source and every inner stream have completed; fails with the first error.
    /// - Runs on: the inner streams' threads, one event at a time.
    /// - Keeps: inner streams that wait, without a bound.
    /// - Precondition: `maxConcurrent` is positive.
    @preconcurrency
    public func merge(maxConcurrent: Int) -> Observable<Element.Element>
    where Element: Sendable, Element.Element: Sendable {
        precondition(maxConcurrent > 0, "`maxConcurrent` must be positive.")
        return Flatten(asObservable(), .upTo(maxConcurrent)) { $0 }
    }
}

extension ObservableType {
    /// Merges a collection of streams.
    ///
    /// An empty collection completes.
    /// - Ends: when every source has completed; fails with the first error and disposes the other sources.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: events sent while another thread delivers, without a bound.
    @preconcurrency
    public static func merge<Streams: Collection>(
        _ sources: Streams
    ) -> Observable<Element> where Streams.Element == Observable<Element>, Element: Sendable {
        MergeAll(Array(sources))
    }

    /// Merges an array of streams.
    ///
    /// An empty array completes.
    /// - Ends: when every source has completed; fails with the first error and disposes the other sources.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: events sent while another thread delivers, without a bound.
    @preconcurrency
    public static func merge(_ sources: [Observable<Element>]) -> Observable<Element> where Element: Sendable {
        MergeAll(sources)
    }

    /// Merges the streams.
    /// - Ends: when every source has completed; fails with the first error and disposes the other sources.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: events sent while another thread delivers, without a bound.
    @preconcurrency
    public static func merge(_ sources: Observable<Element>...) -> Observable<Element> where Element: Sendable {
        MergeAll(sources)
    }
}

private final class MergeAll<Element>: Observable<Element>, @unchecked Sendable {
    // Unchecked exclusivity: changes only in deinit.
    @exclusivity(unchecked) private var sources: [Observable<Element>]
    private let creationSite = CreationSite()

    init(_ sources: [Observable<Element>]) { self.sources = sources }

    deinit { ReleaseQueue.release({ sources = [] }, later: sources) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        guard !sources.isEmpty else { return sink.completed() }
        let stage = creationSite.attach(to: MultiSourceStage(sink, lifetime, count: sources.count))
        for source in sources { stage.connect(source, through: MergeSink(stage)) }
    }
}

private final class MergeSink<Element>: SerializedSink<Element, MultiSourceStage<Element>>, @unchecked Sendable {
    override func received(_ element: Element) { stage.forward(element) }
    override func ended(_ end: Termination) { stage.sourceEnded(end) }
}
