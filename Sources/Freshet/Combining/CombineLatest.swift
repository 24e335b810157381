extension ObservableType {
    /// Combines the newest elements of all sources each time one of them emits.
    ///
    /// Delivers the results of `resultSelector`, starting once every source has emitted.
    /// For an empty collection, calls `resultSelector` with an empty array, delivers the result and completes.
    /// - Ends: when every source has completed, or when a source emits after another completed empty; fails with the
    ///   first error, including one thrown by `resultSelector`.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: the newest element of each source.
    @preconcurrency
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams,
        resultSelector: @escaping @Sendable ([Streams.Element.Element]) throws -> Element
    ) -> Observable<Element> where Streams.Element: ObservableType, Streams.Element.Element: Sendable {
        let sources = collection.map { $0.asObservable() }
        if sources.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let latest = sources.map { _ in LatestValue<Streams.Element.Element>() }
            let stage = CombineLatestStage(sink, lifetime, count: sources.count) {
                try resultSelector(latest.map(\.current))
            }
            for (source, latest) in Swift.zip(sources, latest) { stage.connect(source, latest) }
        }
    }

    /// Delivers the newest elements of all sources as an array; see ``combineLatest(_:resultSelector:)``.
    @preconcurrency
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<[Element]>
    where Streams.Element: ObservableType, Streams.Element.Element == Element, Streams.Element.Element: Sendable {
        Observable<[Element]>.combineLatest(collection) { $0 }
    }
}

final class CombineLatestStage<Output>: MultiSourceStage<Output>, @unchecked Sendable {
    private let combine: () throws -> Output
    /// The number of sources that have not emitted.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var missing: Int
    /// True if a source has completed without an element: there will be no combination.
    private var isExhausted = false

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, count: Int, _ combine: @escaping () throws -> Output) {
        self.combine = combine
        missing = count
        super.init(downstream, lifetime, count: count)
    }

    func connect<Input>(_ source: Observable<Input>, _ latest: LatestValue<Input>) {
        connect(source, through: CombineLatestSink(self, latest))
    }

    fileprivate func received(isFirst: Bool) {
        if isFirst { missing -= 1 }
        if missing == 0 {
            do { emit(try combine()) } catch { fail(error) }
        } else if isExhausted {
            complete()
        }
    }

    fileprivate func ended(_ end: Termination, isEmpty: Bool) {
        if isEmpty { isExhausted = true }
        sourceEnded(end)
    }
}

private final class CombineLatestSink<Input, Output>: SerializedSink<Input, CombineLatestStage<Output>>,
    @unchecked Sendable
{
    private let latest: LatestValue<Input>

    init(_ stage: CombineLatestStage<Output>, _ latest: LatestValue<Input>) {
        self.latest = latest
        super.init(stage)
    }

    override func received(_ element: Input) {
        let isFirst = !latest.isPresent
        latest.replace(with: element) { stage.received(isFirst: isFirst) }
    }

    override func ended(_ end: Termination) { stage.ended(end, isEmpty: !latest.isPresent) }
}
