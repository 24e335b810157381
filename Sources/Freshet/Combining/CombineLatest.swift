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
            let junction = CombineLatestJunction(sink, lifetime, count: sources.count) {
                try resultSelector(latest.map(\.current))
            }
            for (source, latest) in Swift.zip(sources, latest) { junction.connect(source, latest) }
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

// Safe to share: all that changes is touched inside the serializer only.
/// Where the streams of one subscription meet.
final class CombineLatestJunction<Output>: Junction<Output>, @unchecked Sendable {
    private let combine: () throws -> Output
    /// How many streams have not delivered yet.
    private var missing: Int

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, count: Int, _ combine: @escaping () throws -> Output) {
        self.combine = combine
        missing = count
        super.init(downstream, lifetime, count: count)
    }

    func connect<Input>(_ source: Observable<Input>, _ latest: Latest<Input>) {
        connect(source, through: LatestSink(self, latest))
    }

    fileprivate func received(isFirst: Bool) {
        if running == 0 { return }
        if isFirst { missing -= 1 }
        if missing == 0 {
            do { downstream.next(try combine()) } catch { fail(error) }
        } else if running == 1 {
            // All the others have ended, and not each of them has delivered.
            complete()
        }
    }
}

// Safe to hand between threads: see Sink.
private final class LatestSink<Input, Output>: JunctionSink<Input, Output>, @unchecked Sendable {
    private let junction: CombineLatestJunction<Output>
    private let latest: Latest<Input>

    init(_ junction: CombineLatestJunction<Output>, _ latest: Latest<Input>) {
        self.junction = junction
        self.latest = latest
        super.init(junction)
    }

    override func next(_ element: Input) {
        junction.serializer.perform {
            accept(element)
        } deferred: {
            let element = Handover(element)
            return { if !self.junction.lifetime.isDisposed { self.accept(element.value) } }
        }
    }

    private func accept(_ element: Input) {
        let isFirst = !latest.isThere
        latest.replace(with: element)
        junction.received(isFirst: isFirst)
    }
}
