extension ObservableType {
    /// Combines the first elements of all sources, then the second elements, and so on.
    ///
    /// Delivers the results of `resultSelector`. An empty collection completes.
    /// - Ends: when every source has completed, or when a source emits after another completed and has no element left;
    ///   fails with the first error, including one thrown by `resultSelector`.
    /// - Runs on: the sources' threads, one event at a time.
    /// - Keeps: elements that can still be paired, without a bound.
    @preconcurrency
    public static func zip<Streams: Collection>(
        _ collection: Streams,
        resultSelector: @escaping @Sendable ([Streams.Element.Element]) throws -> Element
    ) -> Observable<Element> where Streams.Element: ObservableType, Streams.Element.Element: Sendable {
        let sources = collection.map { $0.asObservable() }
        if sources.isEmpty { return .empty() }
        return ClosureStream(creationSite: CreationSite()) { sink, lifetime in
            let waiting = sources.map { _ in ZipBuffer<Streams.Element.Element>(lifetime) }
            let stage = ZipStage(sink, lifetime, ContiguousArray(waiting as [AnyZipBuffer])) {
                try resultSelector(waiting.map { $0.take() })
            }
            for (source, waiting) in Swift.zip(sources, waiting) { stage.connect(source, waiting) }
        }
    }

    /// Delivers the first elements of all sources as an array, then the second elements; see
    /// ``zip(_:resultSelector:)``.
    @preconcurrency
    public static func zip<Streams: Collection>(
        _ collection: Streams
    ) -> Observable<[Element]>
    where Streams.Element: ObservableType, Streams.Element.Element == Element, Streams.Element.Element: Sendable {
        Observable<[Element]>.zip(collection) { $0 }
    }
}

// Sendable: accessed only inside the stage's serializer.
/// The elements of one source that are not yet paired.
final class ZipBuffer<Element>: AnyZipBuffer, @unchecked Sendable {
    private let elements = RingBuffer<Element>()
    /// The elements of the deliveries in progress, the innermost delivery's last; nil if releasing them runs no code.
    private let used: RingBuffer<Element>?

    /// - Parameter consumer: The lifetime of the stage.
    init(_ consumer: Lifetime) {
        used = _isPOD(Element.self) ? nil : RingBuffer()
        super.init(keepsUsed: used != nil, QueueDemand(consumer))
    }

    /// Removes and returns the oldest element. The stage calls it only when every source has an element.
    func take() -> Element {
        count -= 1
        let element = elements.removeFirst()
        used?.append(element)
        return element
    }

    fileprivate func append(_ element: Element) {
        count += 1
        elements.append(element)
    }

    override fileprivate func releaseUsed() {
        if let used { _ = used.removeLast() }
    }

    override fileprivate func removeAll() {
        count = 0
        elements.removeAll()
    }
}

// Sendable: variables are accessed only inside the stage's serializer.
/// The buffer of one source, independent of the element type.
class AnyZipBuffer: @unchecked Sendable {
    /// The number of elements that are not yet paired.
    fileprivate final var count = 0
    /// True if the source has completed.
    fileprivate final var isDone = false
    /// True if the source was released without an end: it will never emit.
    fileprivate final var isReleased = false
    /// Pauses the source while elements wait.
    fileprivate final let demand: QueueDemand
    /// True if used elements are kept until their delivery has returned.
    fileprivate final let keepsUsed: Bool

    fileprivate init(keepsUsed: Bool, _ demand: QueueDemand) {
        self.keepsUsed = keepsUsed
        self.demand = demand
    }

    /// Releases the element that the innermost delivery in progress has used.
    ///
    /// Called after the delivery: an element that the used element's `deinit` sends must not overtake the result.
    fileprivate func releaseUsed() {}
    fileprivate func removeAll() {}
}

final class ZipStage<Output>: MultiSourceStage<Output>, @unchecked Sendable {
    private let combine: () throws -> Output
    private let count: Int
    /// The number of sources that have an unpaired element.
    private var ready = 0
    /// The buffers of all sources, in order.
    ///
    /// Complete before the first source is connected: that source may emit and end on another thread while the others
    /// are being connected.
    private let buffers: ContiguousArray<AnyZipBuffer>
    /// True if a source has completed and has no element left: nothing more can be paired.
    private var isExhausted = false
    private let completesWhenExhausted: Bool
    /// True if a source was released without an end. Recorded only if sources can be paused.
    private var hasReleased = false
    private var isAbandoned = false
    /// True if used elements are trivial and no source can be paused.
    private let isPlain: Bool

    /// - Parameter completesWhenExhausted: true if the stream completes as soon as nothing more can be paired, without
    ///   waiting for another element.
    init(
        _ downstream: Sink<Output>, _ lifetime: Lifetime, _ buffers: ContiguousArray<AnyZipBuffer>,
        completesWhenExhausted: Bool = false, _ combine: @escaping () throws -> Output
    ) {
        self.combine = combine
        self.completesWhenExhausted = completesWhenExhausted
        self.buffers = buffers
        count = buffers.count
        isPlain = buffers.allSatisfy { !$0.keepsUsed && !$0.demand.isPacing }
        super.init(downstream, lifetime, count: count)
    }

    /// Connects a source to its buffer, one of the stage's buffers.
    func connect<Input>(_ source: Observable<Input>, _ waiting: ZipBuffer<Input>) {
        connect(source, through: ZipSink(self, waiting), pausedBy: waiting.demand)
    }

    /// Releases the used elements of a delivery, and resumes or disposes paused sources.
    private func finishDelivery() {
        for buffer in buffers {
            buffer.releaseUsed()
            buffer.demand.update(waiting: buffer.count)
        }
        if hasReleased, buffers.contains(where: { $0.isReleased && $0.count == 0 }) { abandon() }
    }

    fileprivate func received(isFirst: Bool) {
        if isFirst { ready += 1 }
        if ready == count { emitNext() }
    }

    /// Combines the oldest elements of all sources and delivers the result.
    func emitNext() {
        // Counted first: `combine` takes one element of each source, and its selector may make a source emit.
        ready = buffers.count { $0.count > 1 }
        do {
            emit(try combine())
        } catch {
            fail(error)
        }
        if !isPlain { finishDelivery() }
        if running < count, buffers.contains(where: { $0.isDone && $0.count == 0 }) { exhaust() }
    }

    /// Completes if nothing more can be paired; otherwise returns true.
    fileprivate func canPair() -> Bool {
        if isExhausted { complete() }
        return !isExhausted
    }

    /// Handles a source that will never end nor emit.
    fileprivate func sourceReleased(_ buffer: AnyZipBuffer) {
        perform {
            buffer.isReleased = true
            self.hasReleased = true
            if buffer.count == 0 { self.abandon() }
        }
    }

    /// Disposes paused sources because a released source has no element left: nothing could make room for their
    /// elements.
    private func abandon() {
        if isAbandoned { return }
        isAbandoned = true
        for buffer in buffers { buffer.demand.abandon() }
    }

    fileprivate func ended(_ end: Termination, _ buffer: AnyZipBuffer) {
        buffer.isDone = true
        sourceEnded(end)
        if buffer.count == 0 { exhaust() }
    }

    /// Releases all elements because nothing more can be paired: a source has completed and has no element left.
    private func exhaust() {
        if isExhausted { return }
        isExhausted = true
        for buffer in buffers { buffer.removeAll() }
        if completesWhenExhausted { return complete() }
        // Last, since a paused source continues on this thread: its next event completes the stream.
        for buffer in buffers { buffer.demand.update(waiting: 0) }
    }
}

private final class ZipSink<Input, Output>: SerializedSink<Input, ZipStage<Output>>, @unchecked Sendable {
    private let waiting: ZipBuffer<Input>

    init(_ stage: ZipStage<Output>, _ waiting: ZipBuffer<Input>) {
        self.waiting = waiting
        super.init(stage)
    }

    deinit {
        // Outside the serializer: no event of the source is left that could change `isDone`.
        if !waiting.isDone, waiting.demand.isPacing { stage.sourceReleased(waiting) }
    }

    override func received(_ element: Input) {
        guard stage.canPair() else { return }
        let isFirst = waiting.count == 0
        waiting.append(element)
        stage.serializer.creationSite.checkBuffer(waiting.count)
        stage.received(isFirst: isFirst)
        waiting.demand.update(waiting: waiting.count)
    }

    override func ended(_ end: Termination) { stage.ended(end, waiting) }
}
