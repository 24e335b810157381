extension ObservableType {
    /// Delivers what `resultSelector` makes of the newest elements of all streams, whenever one of them delivers; nothing before each has.
    ///
    /// *Ends* when all have completed, or when no combination can come any more; fails with the first error.
    /// *Keeps* the newest element of each. An empty collection completes at once with the result of no elements.
    @preconcurrency
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams,
        resultSelector: @escaping @Sendable ([Streams.Element.Element]) throws -> Element
    ) -> Observable<Element> where Streams.Element: ObservableType {
        let sources = collection.map { $0.asObservable() }
        if sources.isEmpty { return .deferred { .just(try resultSelector([])) } }
        return CombineLatest { sink, lifetime in
            let latest = sources.map { _ in Latest<Streams.Element.Element>() }
            let stage = CombineLatestStage(sink, lifetime, count: sources.count) {
                try resultSelector(latest.map(\.current))
            }
            for (source, latest) in Swift.zip(sources, latest) { stage.connect(source, latest) }
        }
    }

    /// Delivers the newest elements of all streams, whenever one of them delivers; nothing before each has.
    ///
    /// *Ends* when all have completed, or when no combination can come any more; fails with the first error. *Keeps* the newest element of each.
    public static func combineLatest<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<[Element]> where Streams.Element: ObservableType, Streams.Element.Element == Element {
        Observable<[Element]>.combineLatest(collection) { $0 }
    }
}

// Safe to share: see Observable.
/// Several streams of which the newest elements are combined.
final class CombineLatest<Output>: Observable<Output>, @unchecked Sendable {
    private let connect: @Sendable (Sink<Output>, Lifetime) -> Void
    private let origin = Origin()

    init(_ connect: @escaping @Sendable (Sink<Output>, Lifetime) -> Void) { self.connect = connect }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) { origin.marks(connect(sink, lifetime)) }
}

// Sendable: see SerializedStage.
final class CombineLatestStage<Output>: MultiSourceStage<Output>, @unchecked Sendable {
    private let combine: () throws -> Output
    /// How many streams have not delivered an element.
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var missing: Int

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, count: Int, _ combine: @escaping () throws -> Output) {
        self.combine = combine
        missing = count
        super.init(downstream, lifetime, count: count)
    }

    func connect<Input>(_ source: Observable<Input>, _ latest: Latest<Input>) {
        connect(source, through: CombineLatestInlet(self, latest))
    }

    fileprivate func received(isFirst: Bool) {
        if isFirst { missing -= 1 }
        if missing == 0 {
            do { emit(try combine()) } catch { fail(error) }
        } else if running == 1 {
            // The other streams have completed, and at least one of them without an element.
            complete()
        }
    }
}

// Sendable: see SerializedInlet.
private final class CombineLatestInlet<Input, Output>: SerializedInlet<Input, CombineLatestStage<Output>>,
    @unchecked Sendable
{
    private let latest: Latest<Input>

    init(_ stage: CombineLatestStage<Output>, _ latest: Latest<Input>) {
        self.latest = latest
        super.init(stage)
    }

    override func received(_ element: Input) {
        let isFirst = !latest.isPresent
        latest.replace(with: element)
        stage.received(isFirst: isFirst)
    }

    override func ended(_ end: Termination) { stage.sourceEnded(end) }
}
