/// The maximum number of concurrent inner streams, and whether further elements are dropped or queued.
struct FlattenPolicy: Sendable {
    var limit: Int
    var dropsExcess: Bool

    static let all = FlattenPolicy(limit: .max, dropsExcess: false)
    static let first = FlattenPolicy(limit: 1, dropsExcess: true)
    static func upTo(_ limit: Int) -> FlattenPolicy { FlattenPolicy(limit: limit, dropsExcess: false) }
}

/// Implements `flatMap`, `flatMapFirst` and `concatMap`, and `merge` and `concat` of a stream of streams.
final class Flatten<Input, Inner: ObservableConvertibleType>: Observable<Inner.Element>, @unchecked Sendable {
    private let sourceReference: SourceReference
    private var source: Observable<Input> { sourceReference.stream() }
    private let policy: FlattenPolicy
    private let selector: @Sendable (Input) throws -> Inner
    private let creationSite = CreationSite()

    init(
        _ source: Observable<Input>, _ policy: FlattenPolicy, _ selector: @escaping @Sendable (Input) throws -> Inner
    ) {
        sourceReference = SourceReference(source)
        self.policy = policy
        self.selector = selector
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let stage = creationSite.attach(to: FlattenStage(sink, lifetime, policy))
        let outer = stage.demand.makeSourceLifetime(in: lifetime)
        source.run(FlattenSink(stage, outer, selector), outer)
    }
}

private final class FlattenStage<Output>: SerializedStage<Output>, @unchecked Sendable {
    private let policy: FlattenPolicy
    /// The lifetimes of the running inner streams; nil until an inner stream needs a subscription.
    private var inners: CompositeLifetime?
    /// The inner streams that wait to start; nil until the limit is first exceeded.
    private var waiting: RingBuffer<Observable<Output>>?
    private var running = 0
    /// The number of running inner streams that were released without an end.
    private var released = 0
    private var isStarting = false
    var isOuterDone = false
    /// Pauses the source while inner streams wait, and with the consumer. If excess elements are dropped, the source
    /// only decides while an inner stream is running, and isn't paused.
    let demand: QueueDemand

    init(_ downstream: Sink<Output>, _ lifetime: Lifetime, _ policy: FlattenPolicy) {
        self.policy = policy
        demand = QueueDemand(lifetime)
        super.init(downstream, lifetime)
    }

    /// Starts the inner stream that `makeInner` returns, queues it, or drops it without calling `makeInner`.
    ///
    /// The inner stream counts as running before the call, which may make the source emit or complete.
    @inline(__always)
    func accept(_ makeInner: () throws -> Observable<Output>) rethrows {
        if running < policy.limit {
            running += 1
            start(try makeInner())
        } else if !policy.dropsExcess {
            wait(try makeInner())
        }
    }

    /// Queues an inner stream, unless another has ended since the limit was reached.
    private func wait(_ inner: Observable<Output>) {
        if running < policy.limit {
            running += 1
            return start(inner)
        }
        let queue = waiting ?? RingBuffer()
        queue.append(inner)
        serializer.creationSite.checkBuffer(queue.count)
        waiting = queue
        demand.update(waiting: queue.count)
    }

    /// Starts an inner stream that is already counted in `running`.
    private func start(_ inner: Observable<Output>) {
        if !isOpen { return }
        if case .ended(let end) = inner.begin(downstream, lifetime, .whole) { return innerEnded(end) }
        if policy.dropsExcess { demand.setInnerRunning(true) }
        let (lifetime, key) = lifetimes().insert(demand: lifetime.demand)
        if !lifetime.hasEnded { inner.start(FlattenInnerSink(self, lifetime, key), lifetime) }
    }

    private func lifetimes() -> CompositeLifetime {
        if let inners { return inners }
        let fresh = CompositeLifetime()
        inners = fresh
        lifetime.add(fresh)
        return fresh
    }

    func innerEnded(_ end: Termination, _ key: CompositeLifetime.DisposeKey) {
        inners?.remove(for: key)
        innerEnded(end)
    }

    /// Starts waiting inner streams.
    ///
    /// An inner stream that ends while it starts calls this method again; only the outermost call loops, so the stack
    /// doesn't grow.
    private func innerEnded(_ end: Termination) {
        if case .error = end { return finish(end) }
        running -= 1
        if policy.dropsExcess { demand.setInnerRunning(false) }
        if isStarting { return }
        isStarting = true
        if let waiting {
            while isOpen, running < policy.limit, waiting.count > 0 {
                running += 1
                start(waiting.removeFirst())
            }
        }
        isStarting = false
        completeIfDone()
        // Last, since the source may continue on this thread.
        if let waiting, isOpen { demand.update(waiting: waiting.count) }
    }

    /// Counts a running inner stream that will never end. If all are, the waiting ones never start.
    func innerReleased() {
        if policy.limit == .max { return }
        perform {
            self.released += 1
            if self.released == self.policy.limit { self.demand.abandon() }
        }
    }

    func completeIfDone() {
        if isOuterDone, running == 0, (waiting?.count ?? 0) == 0 { complete() }
    }
}

private final class FlattenSink<Input, Inner: ObservableConvertibleType>:
    SerializedSink<Input, FlattenStage<Inner.Element>>, @unchecked Sendable
{
    private let selector: @Sendable (Input) throws -> Inner

    init(
        _ stage: FlattenStage<Inner.Element>, _ lifetime: Lifetime,
        _ selector: @escaping @Sendable (Input) throws -> Inner
    ) {
        self.selector = selector
        super.init(stage, lifetime)
    }

    override func received(_ element: Input) {
        do { try stage.accept { try selector(element).asObservable() } } catch { stage.fail(error) }
    }

    override func ended(_ end: Termination) {
        if case .error = end { return stage.finish(end) }
        stage.isOuterDone = true
        stage.completeIfDone()
    }
}

private final class FlattenInnerSink<Output>: SerializedSink<Output, FlattenStage<Output>>, @unchecked Sendable {
    private let key: CompositeLifetime.DisposeKey

    init(_ stage: FlattenStage<Output>, _ lifetime: Lifetime, _ key: CompositeLifetime.DisposeKey) {
        self.key = key
        super.init(stage, lifetime)
    }

    deinit {
        if lifetime?.hasEnded == false { stage.innerReleased() }
    }

    override func received(_ element: Output) { stage.forward(element) }
    override func ended(_ end: Termination) { stage.innerEnded(end, key) }
}
