import Synchronization

// Safe to share: what changes is in a Mutex; elements are Sendable.
/// Elements that wait for an asynchronous iteration, which lets the producer go on when it takes them.
final class SuspendingValues<Element: Sendable>: Sendable {
    private struct State {
        var waiting = Queue<Element>()
        var end: Termination?
        var taker: CheckedContinuation<Element?, any Error>?
    }

    private let count: Int
    private let origin = Origin()
    private let demand = Demand()
    private let lifetime: Lifetime
    private let state = Mutex(State())

    init(_ count: Int) {
        precondition(count > 0, "With room for \(count) elements none would ever come.")
        self.count = count
        lifetime = Lifetime(demand: demand)
    }

    deinit { cancel() }

    static func stream(of source: Observable<Element>, _ count: Int) -> AsyncThrowingStream<Element, any Error> {
        let values = SuspendingValues(count)
        values.start(source)
        return AsyncThrowingStream { try await values.next() }
    }

    func start(_ source: Observable<Element>) { source.start(SuspendingSink(self, lifetime), lifetime) }

    /// The element that has waited longest, or the next one; nil at the end. A task that is cancelled disposes the source.
    func next() async throws -> Element? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in take(continuation) }
        } onCancel: {
            cancel()
        }
    }

    private func take(_ continuation: CheckedContinuation<Element?, any Error>) {
        let (element, end, mayGoOn) = state.withLock { state -> (Element?, Termination?, Bool) in
            let element = state.waiting.popFirst()
            if element == nil, state.end == nil { state.taker = continuation }
            return (element, element == nil ? state.end : nil, state.waiting.count <= count / 2)
        }
        if let element { continuation.resume(returning: element) }
        if let end { finish(continuation, end) }
        // Last, since the producer may go on on this thread.
        if mayGoOn, demand.isExhausted { demand.renew() }
    }

    fileprivate func add(_ element: Element) {
        let (taker, number) = state.withLock { state -> (CheckedContinuation<Element?, any Error>?, Int) in
            if let taker = state.taker.take() { return (taker, 0) }
            state.waiting.append(element)
            // In the same instant, so that who takes an element and makes room sees that somebody waits for it.
            if state.waiting.count >= count { demand.exhaust() }
            return (nil, state.waiting.count)
        }
        origin.keeps(count == .max ? number : number - count)
        taker?.resume(returning: element)
    }

    fileprivate func end(_ end: Termination) {
        let taker = state.withLock { state in
            if state.end == nil { state.end = end }
            return state.taker.take()
        }
        if let taker { finish(taker, end) }
    }

    private func finish(_ taker: CheckedContinuation<Element?, any Error>, _ end: Termination) {
        switch end {
        case .completed: taker.resume(returning: nil)
        case .error(let error): taker.resume(throwing: error)
        }
    }

    private func cancel() {
        lifetime.dispose()
        end(.completed)
        demand.finish()
    }
}

// Safe to hand between threads: see Sink.
private final class SuspendingSink<Element: Sendable>: Sink<Element>, @unchecked Sendable {
    // Weak: the iteration keeps the buffer; when nobody iterates any more, the source is given back.
    private weak let values: SuspendingValues<Element>?
    private let lifetime: Lifetime

    init(_ values: SuspendingValues<Element>, _ lifetime: Lifetime) {
        self.values = values
        self.lifetime = lifetime
    }

    override func next(_ element: Element) {
        if !lifetime.isDisposed { values?.add(element) }
    }

    override func error(_ error: any Error) { end(.error(error)) }
    override func completed() { end(.completed) }

    private func end(_ end: Termination) {
        guard lifetime.stop() else { return }
        values?.end(end)
        lifetime.dispose()
    }
}
