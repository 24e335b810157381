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

    init(_ sources: [Observable<Element>]) { self.sources = sources }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        guard !sources.isEmpty else { return sink.completed() }
        let lifetimes = LifetimeBag()
        lifetime.add(lifetimes)
        let merger = Merger(sink, lifetimes, count: sources.count)
        for source in sources {
            let (lifetime, slot) = lifetimes.insert()
            if lifetime.isDisposed { return }
            source.run(MergedSink(merger, lifetime, slot), lifetime)
        }
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class Merger<Element>: @unchecked Sendable {
    let serializer = Serializer()
    let downstream: Sink<Element>
    let lifetimes: LifetimeBag
    var running: Int

    init(_ downstream: Sink<Element>, _ lifetimes: LifetimeBag, count: Int) {
        self.downstream = downstream
        self.lifetimes = lifetimes
        running = count
    }

    func emit(_ element: Element) {
        if running > 0 { downstream.next(element) }
    }

    func fail(_ error: any Error) {
        guard running > 0 else { return }
        running = 0
        downstream.error(error)
        lifetimes.dispose()
    }

    func completed(_ slot: LifetimeBag.Slot) {
        lifetimes.remove(slot)
        running -= 1
        if running == 0 { downstream.completed() }
    }
}

// Safe to hand between threads: see Sink.
private final class MergedSink<Element>: Sink<Element>, @unchecked Sendable {
    private let merger: Merger<Element>
    private let lifetime: Lifetime
    private let slot: LifetimeBag.Slot

    init(_ merger: Merger<Element>, _ lifetime: Lifetime, _ slot: LifetimeBag.Slot) {
        self.merger = merger
        self.lifetime = lifetime
        self.slot = slot
    }

    override func next(_ element: Element) {
        let merger = merger
        merger.serializer.perform {
            merger.emit(element)
        } deferred: {
            let element = Handover(element)
            return { if !merger.lifetimes.isDisposed { merger.emit(element.value) } }
        }
    }

    override func error(_ error: any Error) {
        guard lifetime.stop() else { return }
        let merger = merger
        merger.serializer.perform {
            merger.fail(error)
        } deferred: {
            { merger.fail(error) }
        }
    }

    override func completed() {
        guard lifetime.stop() else { return }
        let (merger, slot) = (merger, slot)
        merger.serializer.perform {
            merger.completed(slot)
        } deferred: {
            { merger.completed(slot) }
        }
    }
}
