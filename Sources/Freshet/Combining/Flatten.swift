/// How many inner streams run at a time, and what becomes of an element that comes while no more may.
struct FlattenPolicy: Sendable {
    var limit: Int
    var dropsExcess: Bool

    static let all = FlattenPolicy(limit: .max, dropsExcess: false)
    static let first = FlattenPolicy(limit: 1, dropsExcess: true)
    static func upTo(_ limit: Int) -> FlattenPolicy { FlattenPolicy(limit: limit, dropsExcess: false) }
}

/// The one machine behind flatMap, flatMapFirst, concatMap, merge and concat of a stream of streams.
// Safe to share: see Observable.
final class Flatten<Input, Inner: ObservableConvertibleType>: Observable<Inner.Element>, @unchecked Sendable {
    private let source: Observable<Input>
    private let policy: FlattenPolicy
    private let selector: @Sendable (Input) throws -> Inner

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
        source.run(FlattenSink(sink, policy, selector, lifetimes, slot), outer)
    }
}

// Safe to share: all that changes is touched inside the serializer only.
private final class FlattenSink<Input, Inner: ObservableConvertibleType>: Sink<Input>, @unchecked Sendable {
    typealias Output = Inner.Element

    let serializer = Serializer()
    let downstream: Sink<Output>
    private let policy: FlattenPolicy
    private let selector: @Sendable (Input) throws -> Inner
    private let lifetimes: LifetimeBag
    private let outerSlot: LifetimeBag.Slot
    private var waiting = Queue<Input>()
    private var running = 0
    private var isOuterDone = false
    private var isStarting = false
    private var hasEnded = false

    init(
        _ downstream: Sink<Output>, _ policy: FlattenPolicy, _ selector: @escaping @Sendable (Input) throws -> Inner,
        _ lifetimes: LifetimeBag, _ outerSlot: LifetimeBag.Slot
    ) {
        self.downstream = downstream
        self.policy = policy
        self.selector = selector
        self.lifetimes = lifetimes
        self.outerSlot = outerSlot
    }

    override func next(_ element: Input) {
        serializer.perform {
            accept(element)
        } deferred: {
            let element = Handover(element)
            return { self.accept(element.value) }
        }
    }

    override func error(_ error: any Error) {
        serializer.perform {
            fail(error)
        } deferred: {
            { self.fail(error) }
        }
    }

    override func completed() {
        serializer.perform {
            outerCompleted()
        } deferred: {
            { self.outerCompleted() }
        }
    }

    private func accept(_ element: Input) {
        if running < policy.limit {
            start(element)
        } else if !policy.dropsExcess {
            waiting.append(element)
        }
    }

    private func start(_ element: Input) {
        guard !hasEnded else { return }
        do {
            let inner = try selector(element).asObservable()
            switch inner.immediate {
            case .just(let element): downstream.next(element)
            case .empty: break
            case .error(let error): fail(error)
            case nil:
                running += 1
                let (lifetime, slot) = lifetimes.insert()
                inner.start(InnerSink(self, slot), lifetime)
            }
        } catch {
            fail(error)
        }
    }

    private func outerCompleted() {
        isOuterDone = true
        lifetimes.remove(outerSlot)
        completeIfDone()
    }

    /// Starts what waits. A stream that ends while it is being started comes back here; the outermost call goes on with the next one,
    /// so that the stack does not grow.
    fileprivate func innerCompleted(_ slot: LifetimeBag.Slot) {
        lifetimes.remove(slot)
        running -= 1
        if isStarting { return }
        isStarting = true
        while running < policy.limit, let element = waiting.popFirst() { start(element) }
        isStarting = false
        completeIfDone()
    }

    private func completeIfDone() {
        guard isOuterDone, running == 0, waiting.isEmpty, !hasEnded else { return }
        hasEnded = true
        downstream.completed()
    }

    fileprivate func fail(_ error: any Error) {
        guard !hasEnded else { return }
        hasEnded = true
        waiting.removeAll()
        lifetimes.dispose()
        downstream.error(error)
    }

    fileprivate func emit(_ element: Output) {
        if !hasEnded { downstream.next(element) }
    }

    // Safe to hand between threads: see Sink.
    private final class InnerSink: Sink<Output>, @unchecked Sendable {
        private let parent: FlattenSink
        private let slot: LifetimeBag.Slot

        init(_ parent: FlattenSink, _ slot: LifetimeBag.Slot) {
            self.parent = parent
            self.slot = slot
        }

        override func next(_ element: Output) {
            let parent = parent
            parent.serializer.perform {
                parent.emit(element)
            } deferred: {
                let element = Handover(element)
                return { parent.emit(element.value) }
            }
        }

        override func error(_ error: any Error) {
            let parent = parent
            parent.serializer.perform {
                parent.fail(error)
            } deferred: {
                { parent.fail(error) }
            }
        }

        override func completed() {
            let (parent, slot) = (parent, slot)
            parent.serializer.perform {
                parent.innerCompleted(slot)
            } deferred: {
                { parent.innerCompleted(slot) }
            }
        }
    }
}
