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
        return Zip { sink, lifetime in
            let waiting = sources.map { _ in Waiting<Streams.Element.Element>() }
            let junction = ZipJunction(sink, lifetime, count: sources.count) {
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
    private let connect: @Sendable (Sink<Output>, Lifetime) -> Void
    private let origin = Origin()

    init(_ connect: @escaping @Sendable (Sink<Output>, Lifetime) -> Void) { self.connect = connect }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) { origin.marks(connect(sink, lifetime)) }
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
final class ZipJunction<Output>: Junction<Output>, @unchecked Sendable {
    private let combine: () throws -> Output
    private let count: Int
    /// How many streams have an element that waits.
    private var ready = 0
    // Not checked for overlapping access: what counts the lines runs no foreign code.
    @exclusivity(unchecked) private var lines: ContiguousArray<WaitingLine> = []

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, count: Int, _ combine: @escaping () throws -> Output) {
        self.combine = combine
        self.count = count
        super.init(downstream, lifetime, count: count)
        lines.reserveCapacity(count)
    }

    func connect<Input>(_ source: Observable<Input>, _ waiting: Waiting<Input>) {
        lines.append(waiting)
        connect(source, through: WaitingSink(self, waiting))
    }

    fileprivate func received(isFirst: Bool) {
        if running == 0 { return }
        if isFirst { ready += 1 }
        if ready == count {
            do {
                let result = try combine()
                ready = lines.count { $0.count > 0 }
                downstream.next(result)
            } catch {
                fail(error)
            }
        } else if running == 1 {
            // All the others have ended, and not each of them has an element left.
            complete()
        }
    }
}

// Safe to hand between threads: see Sink.
private final class WaitingSink<Input, Output>: JunctionSink<Input, Output>, @unchecked Sendable {
    private let junction: ZipJunction<Output>
    private let waiting: Waiting<Input>

    init(_ junction: ZipJunction<Output>, _ waiting: Waiting<Input>) {
        self.junction = junction
        self.waiting = waiting
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
        let isFirst = waiting.count == 0
        waiting.append(element)
        junction.serializer.origin.keeps(waiting.count)
        junction.received(isFirst: isFirst)
    }
}
