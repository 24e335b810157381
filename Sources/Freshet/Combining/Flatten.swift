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
        let lifetimes = LifetimeBag()
        lifetime.add(lifetimes)
        let (outer, slot) = lifetimes.insert()
        source.run(origin.marks(FlattenSink(sink, policy, selector, lifetimes, outer, slot)), outer)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class FlattenSink<Input, Inner: ObservableConvertibleType>: Sink<Input>, @unchecked Sendable {
    typealias Output = Inner.Element

    let serializer = Serializer()
    let downstream: Sink<Output>
    private let policy: FlattenPolicy
    private let selector: @Sendable (Input) throws -> Inner
    let lifetimes: LifetimeBag
    private let outer: Lifetime
    private let outerSlot: LifetimeBag.Slot
    /// The streams that wait for their turn; nil as long as none has had to.
    private var waiting: Ring<Observable<Output>>?
    private var running = 0
    private var isOuterDone = false
    private var isStarting = false
    private var hasEnded = false

    init(
        _ downstream: Sink<Output>, _ policy: FlattenPolicy, _ selector: @escaping @Sendable (Input) throws -> Inner,
        _ lifetimes: LifetimeBag, _ outer: Lifetime, _ outerSlot: LifetimeBag.Slot
    ) {
        self.downstream = downstream
        self.policy = policy
        self.selector = selector
        self.lifetimes = lifetimes
        self.outer = outer
        self.outerSlot = outerSlot
    }

    override func next(_ element: Input) {
        serializer.perform {
            accept(element)
        } deferred: {
            let element = Handover(element)
            return { if !self.lifetimes.isDisposed { self.accept(element.value) } }
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
            let (lifetime, slot) = lifetimes.insert()
            if !lifetime.isDisposed { inner.start(InnerSink(self, lifetime, slot), lifetime) }
        }
    }

    private func outerCompleted() {
        isOuterDone = true
        lifetimes.remove(outerSlot)
        completeIfDone()
    }

    fileprivate func innerCompleted(_ slot: LifetimeBag.Slot) {
        lifetimes.remove(slot)
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
        while running < policy.limit, let waiting, waiting.count > 0 { start(waiting.removeFirst()) }
        isStarting = false
        completeIfDone()
    }

    private func completeIfDone() {
        guard isOuterDone, running == 0, waiting.map({ $0.count == 0 }) ?? true, !hasEnded else { return }
        hasEnded = true
        downstream.completed()
    }

    fileprivate func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        waiting = nil
        downstream.error(error)
        lifetimes.dispose()
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
                return { if !parent.lifetimes.isDisposed { parent.emit(element.value) } }
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
