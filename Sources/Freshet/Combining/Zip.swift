extension ObservableType {
    /// Delivers what `resultSelector` makes of the first elements of all streams, then of the second ones, and so on.
    ///
    /// *Ends* when all have completed, or when an element comes that can find no partner any more; fails with the first error.
    /// *Keeps* the elements that wait for partners, without a bound. An empty collection completes at once.
    @preconcurrency
    public static func zip<Streams: Collection>(
        _ collection: Streams,
        resultSelector: @escaping @Sendable ([Streams.Element.Element]) throws -> Element
    ) -> Observable<Element> where Streams.Element: ObservableType {
        let sources = collection.map { $0.asObservable() }
        if sources.isEmpty { return .empty() }
        return Zip { sink, lifetimes in
            let waiting = sources.map { _ in Waiting<Streams.Element.Element>() }
            let junction = ZipJunction(sink, lifetimes, count: sources.count) {
                try resultSelector(waiting.map { $0.take() })
            }
            for (source, waiting) in Swift.zip(sources, waiting) { junction.connect(source, waiting) }
        }
    }

    /// Delivers the first elements of all streams together, then the second ones, and so on.
    ///
    /// *Ends* when all have completed, or when an element comes that can find no partner any more; fails with the first error. *Keeps* the elements that wait, without a bound.
    public static func zip<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<[Element]> where Streams.Element: ObservableType, Streams.Element.Element == Element {
        Observable<[Element]>.zip(collection) { $0 }
    }
}

// Safe to share: see Observable.
/// Several streams whose elements are paired off.
final class Zip<Output>: Observable<Output>, @unchecked Sendable {
    private let connect: @Sendable (Sink<Output>, LifetimeBag) -> Void

    init(_ connect: @escaping @Sendable (Sink<Output>, LifetimeBag) -> Void) { self.connect = connect }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) {
        let lifetimes = LifetimeBag()
        lifetime.add(lifetimes)
        connect(sink, lifetimes)
    }
}

// Safe to share: touched inside the junction's serializer only.
/// The elements of one stream that wait for partners.
final class Waiting<Element>: WaitingLine, @unchecked Sendable {
    private let elements = Ring<Element>()

    /// The element that has waited longest.
    ///
    /// The junction takes only when there is one of each.
    func take() -> Element {
        count -= 1
        return elements.removeFirst()
    }

    fileprivate func append(_ element: Element) {
        count += 1
        elements.append(element)
    }
}

// Safe to share: touched inside the junction's serializer only.
/// How many elements of one stream wait for partners.
class WaitingLine: @unchecked Sendable {
    fileprivate final var count = 0
}

// Safe to share: all that changes is touched inside the serializer only.
/// Where the streams of one subscription meet.
final class ZipJunction<Output>: @unchecked Sendable {
    fileprivate let serializer = Serializer()
    private let downstream: Sink<Output>
    fileprivate let lifetimes: LifetimeBag
    private let count: Int
    private let combine: () throws -> Output
    /// How many streams have an element that waits.
    fileprivate var ready = 0
    private var lines: [WaitingLine] = []
    private var done = 0
    private var hasEnded = false

    init(_ downstream: Sink<Output>, _ lifetimes: LifetimeBag, count: Int, _ combine: @escaping () throws -> Output) {
        self.downstream = downstream
        self.lifetimes = lifetimes
        self.count = count
        self.combine = combine
    }

    func connect<Input>(_ source: Observable<Input>, _ waiting: Waiting<Input>) {
        lines.append(waiting)
        let (lifetime, slot) = lifetimes.insert()
        if !lifetime.isDisposed { source.run(WaitingSink(self, waiting, lifetime, slot), lifetime) }
    }

    fileprivate func received(isFirst: Bool) {
        if hasEnded { return }
        if isFirst { ready += 1 }
        if ready == count {
            do {
                let result = try combine()
                ready = lines.count { $0.count > 0 }
                downstream.next(result)
            } catch {
                fail(error)
            }
        } else if done == count - 1 {
            // All the others have ended, and not each of them has an element left.
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
private final class WaitingSink<Input, Output>: Sink<Input>, @unchecked Sendable {
    private let junction: ZipJunction<Output>
    private let waiting: Waiting<Input>
    private let lifetime: Lifetime
    private let slot: LifetimeBag.Slot

    init(
        _ junction: ZipJunction<Output>, _ waiting: Waiting<Input>, _ lifetime: Lifetime, _ slot: LifetimeBag.Slot
    ) {
        self.junction = junction
        self.waiting = waiting
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
        let isFirst = waiting.count == 0
        waiting.append(element)
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
