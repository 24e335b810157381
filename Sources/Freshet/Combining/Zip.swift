extension ObservableType {
    /// Combines the first elements of all sources, then the second elements, and so on.
    ///
    /// Delivers the results of `resultSelector`. An empty collection completes.
    /// - Ends: when every source has completed, or when the only running source emits and another has no element left; fails with the first error, including one thrown by `resultSelector`.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: elements that are not yet paired, without a bound.
    @preconcurrency
    public static func zip<Streams: Collection>(
        _ collection: Streams,
        resultSelector: @escaping @Sendable ([Streams.Element.Element]) throws -> Element
    ) -> Observable<Element> where Streams.Element: ObservableType, Streams.Element.Element: Sendable {
        let sources = collection.map { $0.asObservable() }
        if sources.isEmpty { return .empty() }
        return Zip { sink, lifetime in
            let waiting = sources.map { _ in ZipBuffer<Streams.Element.Element>() }
            let stage = ZipStage(sink, lifetime, count: sources.count) {
                try resultSelector(waiting.map { $0.take() })
            }
            for (source, waiting) in Swift.zip(sources, waiting) { stage.connect(source, waiting) }
        }
    }

    /// Delivers the first elements of all sources as an array, then the second elements; see ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<[Element]>
    where Streams.Element: ObservableType, Streams.Element.Element == Element, Streams.Element.Element: Sendable {
        Observable<[Element]>.zip(collection) { $0 }
    }
}

// Sendable: see Observable.
/// The stream that `zip` returns, for any number of sources.
final class Zip<Output>: Observable<Output>, @unchecked Sendable {
    private let connect: @Sendable (Sink<Output>, Lifetime) -> Void
    private let origin = Origin()

    init(_ connect: @escaping @Sendable (Sink<Output>, Lifetime) -> Void) { self.connect = connect }

    override func run(_ sink: Sink<Output>, _ lifetime: Lifetime) { origin.attach(to: connect(sink, lifetime)) }
}

// Sendable: accessed only inside the stage's serializer.
/// The elements of one source that are not yet paired.
final class ZipBuffer<Element>: ZipBufferCount, @unchecked Sendable {
    private let elements = Ring<Element>()

    /// Removes and returns the oldest element. The stage calls it only when every source has an element.
    func take() -> Element {
        count -= 1
        return elements.removeFirst()
    }

    fileprivate func append(_ element: Element) {
        count += 1
        elements.append(element)
    }
}

// Sendable: accessed only inside the stage's serializer.
/// The number of elements of one source that are not yet paired.
class ZipBufferCount: @unchecked Sendable {
    fileprivate final var count = 0
}

// Sendable: see SerializedStage.
final class ZipStage<Output>: MultiSourceStage<Output>, @unchecked Sendable {
    private let combine: () throws -> Output
    private let count: Int
    /// The number of sources that have an unpaired element.
    private var ready = 0
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var buffers: ContiguousArray<ZipBufferCount> = []

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, count: Int, _ combine: @escaping () throws -> Output) {
        self.combine = combine
        self.count = count
        super.init(downstream, lifetime, count: count)
        buffers.reserveCapacity(count)
    }

    func connect<Input>(_ source: Observable<Input>, _ waiting: ZipBuffer<Input>) {
        buffers.append(waiting)
        connect(source, through: ZipInlet(self, waiting))
    }

    fileprivate func received(isFirst: Bool) {
        if isFirst { ready += 1 }
        if ready == count {
            // Counted first: `combine` takes one element of each source, and its selector may make a source emit.
            ready = buffers.count { $0.count > 1 }
            do {
                emit(try combine())
            } catch {
                fail(error)
            }
        } else if running == 1 {
            // All other sources have completed, and at least one of them has no element left.
            complete()
        }
    }
}

// Sendable: see SerializedInlet.
private final class ZipInlet<Input, Output>: SerializedInlet<Input, ZipStage<Output>>, @unchecked Sendable {
    private let waiting: ZipBuffer<Input>

    init(_ stage: ZipStage<Output>, _ waiting: ZipBuffer<Input>) {
        self.waiting = waiting
        super.init(stage)
    }

    override func received(_ element: Input) {
        let isFirst = waiting.count == 0
        waiting.append(element)
        stage.serializer.origin.checkBuffer(waiting.count)
        stage.received(isFirst: isFirst)
    }

    override func ended(_ end: Termination) { stage.sourceEnded(end) }
}
