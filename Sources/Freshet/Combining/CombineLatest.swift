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
        return CombineLatest { sink, lifetimes in
            let latest = sources.map { _ in Latest<Streams.Element.Element>() }
            let junction = CombineLatestJunction(sink, lifetimes, count: sources.count) {
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
    private let connect: @Sendable (Sink<Output>, LifetimeBag) -> Void

    init(_ connect: @escaping @Sendable (Sink<Output>, LifetimeBag) -> Void) { self.connect = connect }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        let lifetimes = LifetimeBag()
        lifetime.add(lifetimes)
        connect(sink, lifetimes)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
/// Where the streams of one subscription meet.
final class CombineLatestJunction<Output>: @unchecked Sendable {
    fileprivate let serializer = Serializer()
    private let downstream: Sink<Output>
    fileprivate let lifetimes: LifetimeBag
    private let count: Int
    private let combine: () throws -> Output
    private var ready = 0
    private var done = 0
    private var hasEnded = false

    init(_ downstream: Sink<Output>, _ lifetimes: LifetimeBag, count: Int, _ combine: @escaping () throws -> Output) {
        self.downstream = downstream
        self.lifetimes = lifetimes
        self.count = count
        self.combine = combine
    }

    func connect<Input>(_ source: Observable<Input>, _ latest: Latest<Input>) {
        let (lifetime, slot) = lifetimes.insert()
        if !lifetime.isDisposed { source.run(LatestSink(self, latest, lifetime, slot), lifetime) }
    }

    fileprivate func received(isFirst: Bool) {
        if hasEnded { return }
        if isFirst { ready += 1 }
        if ready == count {
            do { downstream.next(try combine()) } catch { fail(error) }
        } else if done == count - 1 {
            // All the others have ended, and not each of them has delivered.
            end(.completed)
        }
    }

    fileprivate func completed(_ slot: LifetimeBag.Slot) {
        lifetimes.remove(slot)
        done += 1
        if done == count { end(.completed) }
    }

    fileprivate func fail(_ error: any Error) { end(.error(error)) }

    private func end(_ event: Event<Output>) {
        if hasEnded { return }
        hasEnded = true
        downstream.on(event)
        lifetimes.dispose()
    }
}

// Safe to hand between threads: see Sink.
private final class LatestSink<Input, Output>: Sink<Input>, @unchecked Sendable {
    private let junction: CombineLatestJunction<Output>
    private let latest: Latest<Input>
    private let lifetime: Lifetime
    private let slot: LifetimeBag.Slot

    init(
        _ junction: CombineLatestJunction<Output>, _ latest: Latest<Input>, _ lifetime: Lifetime,
        _ slot: LifetimeBag.Slot
    ) {
        self.junction = junction
        self.latest = latest
        self.lifetime = lifetime
        self.slot = slot
    }

    override func next(_ element: Input) {
        junction.serializer.perform {
            accept(element)
        } deferred: {
            let element = Handover(element)
            return { if !self.junction.lifetimes.isDisposed { self.accept(element.value) } }
        }
    }

    private func accept(_ element: Input) {
        let isFirst = !latest.isThere
        latest.replace(with: element)
        junction.received(isFirst: isFirst)
    }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        junction.serializer.perform {
            junction.fail(error)
        } deferred: {
            { self.junction.fail(error) }
        }
    }

    override func completed() {
        guard lifetime.stop() else { return }
        junction.serializer.perform {
            junction.completed(slot)
        } deferred: {
            { self.junction.completed(self.slot) }
        }
    }
}
