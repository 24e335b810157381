/// How many inner streams run at a time, and what becomes of an element that comes while no more may.
struct FlattenPolicy: Sendable {
    var limit: Int
    var dropsExcess: Bool

    static let all = FlattenPolicy(limit: .max, dropsExcess: false)
    static let first = FlattenPolicy(limit: 1, dropsExcess: true)
    static func upTo(_ limit: Int) -> FlattenPolicy { FlattenPolicy(limit: limit, dropsExcess: false) }
}

// Safe to share: see Observable.
/// The one machine behind flatMap, flatMapFirst, concatMap, merge and concat of a stream of streams.
final class Flatten<Input, Inner: ObservableConvertibleType>: Observable<Inner.Element>, @unchecked Sendable {
    private let source: Observable<Input>
    private let policy: FlattenPolicy
    private let selector: @Sendable (Input) throws -> Inner
    private let origin = Origin()

    init(
        _ source: Observable<Input>, _ policy: FlattenPolicy, _ selector: @escaping @Sendable (Input) throws -> Inner
    ) {
        self.source = source
        self.policy = policy
        self.selector = selector
    }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        let outer = Lifetime()
        lifetime.add(outer)
        source.run(origin.marks(FlattenSink(sink, policy, selector, lifetime, outer)), outer)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class FlattenSink<Input, Inner: ObservableConvertibleType>: Sink<Input>, @unchecked Sendable {
    typealias Output = Inner.Element

    let serializer = Serializer()
    let downstream: Sink<Output>
    private let policy: FlattenPolicy
    private let selector: @Sendable (Input) throws -> Inner
    /// That of the whole stage.
    let lifetime: Lifetime
    private let outer: Lifetime
    /// Those of the streams that run; nil as long as each has ended at once.
    private var inners: LifetimeBag?
    /// The streams that wait for their turn; nil as long as none has had to.
    private var waiting: Ring<Observable<Output>>?
    private var running = 0
    private var isOuterDone = false
    private var isStarting = false
    private var hasEnded = false

    init(
        _ downstream: Sink<Output>, _ policy: FlattenPolicy, _ selector: @escaping @Sendable (Input) throws -> Inner,
        _ lifetime: Lifetime, _ outer: Lifetime
    ) {
        self.downstream = downstream
        self.policy = policy
        self.selector = selector
        self.lifetime = lifetime
        self.outer = outer
    }

    override func next(_ element: Input) {
        serializer.perform {
            accept(element)
        } deferred: {
            let element = Handover(element)
            return { if !self.lifetime.isDisposed { self.accept(element.value) } }
        }
    }

    override func error(_ error: any Error) {
        guard outer.stop() else { return }
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        guard outer.stop() else { return }
        serializer.perform {
            outerCompleted()
        } deferred: {
            { self.outerCompleted() }
        }
    }

    private func accept(_ element: Input) {
        if hasEnded || (policy.dropsExcess && running >= policy.limit) { return }
        do {
            let inner = try selector(element).asObservable()
            if running < policy.limit { start(inner) } else { wait(inner) }
        } catch {
            fail(error)
        }
    }

    private func wait(_ inner: Observable<Output>) {
        let line = waiting ?? Ring()
        line.append(inner)
        serializer.origin.keeps(line.count)
        waiting = line
    }

    private func start(_ inner: Observable<Output>) {
        if hasEnded { return }
        running += 1
        switch inner.deliverAtOnce(to: downstream) {
        case .completed: innerEnded()
        case .error(let error): fail(error)
        case nil:
            let (lifetime, slot) = lifetimes().insert()
            if !lifetime.isDisposed { inner.start(InnerSink(self, lifetime, slot), lifetime) }
        }
    }

    private func lifetimes() -> LifetimeBag {
        if let inners { return inners }
        let fresh = LifetimeBag()
        inners = fresh
        lifetime.add(fresh)
        return fresh
    }

    private func outerCompleted() {
        isOuterDone = true
        outer.dispose()
        completeIfDone()
    }

    fileprivate func innerCompleted(_ slot: LifetimeBag.Slot) {
        inners?.remove(slot)
        innerEnded()
    }

    /// Starts what waits.
    ///
    /// A stream that ends while it is being started comes back here; the outermost call goes on with the next one,
    /// so that the stack does not grow.
    private func innerEnded() {
        running -= 1
        if isStarting { return }
        isStarting = true
        if let waiting {
            while running < policy.limit, waiting.count > 0 { start(waiting.removeFirst()) }
        }
        isStarting = false
        completeIfDone()
    }

    private func completeIfDone() {
        guard isOuterDone, running == 0, !hasEnded else { return }
        if let waiting, waiting.count > 0 { return }
        hasEnded = true
        downstream.completed()
    }

    fileprivate func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        waiting = nil
        downstream.error(error)
        outer.dispose()
        inners?.dispose()
    }

    fileprivate func emit(_ element: Output) {
        if !hasEnded { downstream.next(element) }
    }

    // Safe to hand between threads: see Sink.
    private final class InnerSink: Sink<Output>, @unchecked Sendable {
        private let parent: FlattenSink
        private let lifetime: Lifetime
        private let slot: LifetimeBag.Slot

        init(_ parent: FlattenSink, _ lifetime: Lifetime, _ slot: LifetimeBag.Slot) {
            self.parent = parent
            self.lifetime = lifetime
            self.slot = slot
        }

        override func next(_ element: Output) {
            let parent = parent
            parent.serializer.perform {
                parent.emit(element)
            } deferred: {
                let element = Handover(element)
                return { if !parent.lifetime.isDisposed { parent.emit(element.value) } }
            }
        }

        override func error(_ error: any Error) {
            guard lifetime.stop() else { return }
            let parent = parent
            parent.serializer.perform {
                parent.fail(error)
            } deferred: {
                { parent.fail(error) }
            }
        }

        override func completed() {
            guard lifetime.stop() else { return }
            let (parent, slot) = (parent, slot)
            parent.serializer.perform {
                parent.innerCompleted(slot)
            } deferred: {
                { parent.innerCompleted(slot) }
            }
        }
    }
}
