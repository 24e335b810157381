import FreshetPlatform

// Sendable: state is guarded by `state`.
/// Buffers elements for an asynchronous iteration, and resumes a paused producer when they are consumed.
final class ValuesBuffer<Element: Sendable>: Sendable {
    private typealias Taker = CheckedContinuation<Element?, any Error>

    private struct State {
        var waiting = Queue<Element>()
        var end: Termination?
        var takers = Queue<Taker>()
    }

    private let policy: ValuesBuffering
    private let creationSite = CreationSite()
    private let demand: Demand?
    private let lifetime: Lifetime
    private let state = Mutex(State())

    init(_ policy: ValuesBuffering) {
        precondition((policy.count ?? 1) > 0, "The count of `policy` must be positive.")
        self.policy = policy
        if case .suspending = policy { demand = Demand() } else { demand = nil }
        lifetime = .make(demand: demand)
    }

    deinit { cancel() }

    func start(_ source: Observable<Element>) { source.start(ValuesSink(self, lifetime), lifetime) }

    /// The oldest buffered element, or the next one; nil at the end. Canceling the task disposes the source.
    func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation(isolation: actor) { continuation in take(continuation) }
        } onCancel: {
            cancel()
        }
    }

    private func take(_ taker: Taker) {
        let (element, end, left) = state.withLock { state -> (Element?, Termination?, Int) in
            let element = state.waiting.popFirst()
            if element == nil, state.end == nil { state.takers.append(taker) }
            return (element, element == nil ? state.end : nil, state.waiting.count)
        }
        if let element { taker.resume(returning: element) }
        if let end { finish(taker, end) }
        // Last, since the producer may continue on this thread.
        if let demand, left <= (policy.count ?? 0) / 2, demand.isExhausted { demand.renew() }
    }

    fileprivate func add(_ element: Element) {
        // A dropped element may run foreign code in its deinit, so it is released outside the lock.
        let (taker, dropped, count) = state.withLock { state -> (Taker?, Element?, Int) in
            if let taker = state.takers.popFirst() { return (taker, nil, 0) }
            let isFull = state.waiting.count >= policy.count ?? .max
            var dropped: Element?
            if isFull, case .oldest = policy { return (nil, element, 0) }
            if isFull, case .newest = policy { dropped = state.waiting.popFirst() }
            state.waiting.append(element)
            // Inside the lock: a reader that makes room must see that the producer is paused.
            if state.waiting.count >= policy.count ?? .max { demand?.exhaust() }
            return (nil, dropped, state.waiting.count)
        }
        withExtendedLifetime(dropped) {}
        creationSite.checkBuffer(policy.excess(of: count))
        taker?.resume(returning: element)
    }

    fileprivate func end(_ end: Termination) {
        var takers = state.withLock { state in
            if state.end == nil { state.end = end }
            defer { state.takers = Queue() }
            return state.takers
        }
        while let taker = takers.popFirst() { finish(taker, end) }
    }

    private func finish(_ taker: Taker, _ end: Termination) {
        switch end {
        case .completed: taker.resume(returning: nil)
        case .error(let error): taker.resume(throwing: error)
        }
    }

    private func cancel() {
        lifetime.dispose()
        end(.error(CancellationError()))
        demand?.finish()
    }
}

private final class ValuesSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    // Weak: the iteration retains the buffer. The source is disposed when the iteration is released.
    private weak let buffer: ValuesBuffer<Element>?
    private let lifetime: Lifetime

    init(_ buffer: ValuesBuffer<Element>, _ lifetime: Lifetime) {
        self.buffer = buffer
        self.lifetime = lifetime
    }

    // Without an end, the stream was released: no element can follow.
    deinit { end(.error(CancellationError())) }

    override func next(_ element: Element) {
        if !lifetime.hasEnded { buffer?.add(element) }
    }

    override func error(_ error: any Error) { end(.error(error)) }
    override func completed() { end(.completed) }

    private func end(_ end: Termination) {
        guard lifetime.stop() else { return }
        buffer?.end(end)
        lifetime.dispose()
    }
}
