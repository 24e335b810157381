import FreshetPlatform

/// Whether a consumer with a bounded buffer has room for more elements.
///
/// The lifetimes of the consumer's chain refer to it. Sources that can pause check it before each step. It holds no
/// reference to a sink.
package final class Demand: Sendable {
    private struct State {
        var isExhausted = false
        /// The number of elements that wait for another thread's delivery.
        var queued = 0
        var isOver = false
        /// Whether nothing is left that could renew the demand.
        var isAbandoned = false
        var waiting: [DemandReference] = []

        var mustWait: Bool { isExhausted || queued > 0 && !isOver }

        mutating func takeWaiting() -> [DemandReference] {
            if mustWait { return [] }
            defer { waiting = [] }
            return waiting
        }
    }

    private let state = Mutex(State())
    /// The demand of the next consumer downstream. Sources wait for both.
    private let downstream: Demand?

    package init() { downstream = nil }

    /// Creates the demand of an operator that queues elements on behalf of another consumer.
    init(queueingFor downstream: Demand) { self.downstream = downstream }

    /// Whether sources must wait before they emit.
    package var isExhausted: Bool { state.withLock { $0.mustWait } || downstream?.isExhausted == true }

    /// Makes sources wait until ``renew()`` or ``finish()`` is called.
    package func exhaust() {
        state.withLock { state in
            if !state.isOver { state.isExhausted = true }
        }
    }

    /// Resumes waiting sources, on this thread.
    package func renew() { resume(isOver: false) }

    /// Resumes all waiting sources because the chain has ended. No source waits after that.
    package func finish() { resume(isOver: true) }

    /// Makes sources wait until ``dequeue()`` is called: an element waits for another thread's delivery.
    ///
    /// Otherwise a source could queue elements without a bound before the delivery of one exhausts the demand.
    func enqueue() { state.withLock { $0.queued += 1 } }

    /// Resumes waiting sources if no other element waits, on this thread.
    func dequeue() {
        resume(
            state.withLock { state in
                state.queued -= 1
                return state.takeWaiting()
            })
    }

    /// Disposes paused sources, and those that pause later: nothing is left that could resume them.
    ///
    /// Otherwise a paused source, which retains its chain, would remain in a retain cycle.
    func abandon() {
        let waiting = state.withLock { state in
            state.isAbandoned = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for source in waiting { source.abandon() }
    }

    private func resume(isOver: Bool) {
        resume(
            state.withLock { state in
                state.isExhausted = false
                if isOver { state.isOver = true }
                return state.takeWaiting()
            }, isOver: isOver)
    }

    private func resume(_ waiting: [DemandReference], isOver: Bool = false) {
        for source in waiting where isOver || downstream?.enroll(source) != true { source.resume() }
    }

    /// Resumes `source` once the consumer has room. Returns false if it has room now.
    fileprivate func enroll(_ source: DemandReference) -> Bool {
        let (isWaiting, isAbandoned) = state.withLock { state in
            if state.mustWait, !state.isAbandoned { state.waiting.append(source) }
            return (state.mustWait, state.isAbandoned)
        }
        if isWaiting, isAbandoned { source.abandon() }
        return isWaiting || downstream?.enroll(source) == true
    }
}

// Sendable: `hasRun` is set by the work, and read once the work is released.
/// Abandons a demand if the work that would renew it is released without having run.
final class PendingRenewal: @unchecked Sendable {
    private let demand: Demand
    var hasRun = false

    init(of demand: Demand) { self.demand = demand }

    deinit {
        if !hasRun { demand.abandon() }
    }
}

// Sendable: see LifetimeResource; `waiting` is a mutex; `lifetime` is immutable after the lifetime's init.
/// Stores a demand in the lifetime of a source, and resumes the source at the end of that lifetime.
///
/// Disposing the lifetime doesn't finish the demand; its consumer does.
final class DemandReference: LifetimeResource, @unchecked Sendable {
    let demand: Demand
    /// The source's lifetime, which retains this resource.
    weak var lifetime: Lifetime?
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    init(_ demand: Demand) { self.demand = demand }

    func whenRenewed(_ body: @escaping @Sendable () -> Void, isOver: () -> Bool) {
        waiting.withLock { $0.append(body) }
        // After disposal, no other call resumes it.
        if isOver() || !demand.enroll(self) { resume() }
    }

    fileprivate func resume() {
        let bodies = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for body in bodies { body() }
    }

    /// Disposes the source, which then resumes only to release what it retains.
    fileprivate func abandon() { lifetime?.dispose() }

    override func dispose() { resume() }
}

extension Lifetime {
    /// Whether the source must wait before it emits.
    var isPaused: Bool { demand?.isExhausted == true }

    /// Runs `body` at once if the consumer has room, else once it has, or when the lifetime is disposed.
    func whenRenewed(_ body: @escaping @Sendable () -> Void) {
        guard let reference = demandReference else { return body() }
        reference.whenRenewed(body) { isDisposed }
    }

    /// Suspends until the consumer has room or the lifetime is disposed.
    func waitWhilePaused() async {
        if isPaused {
            await withCheckedContinuation { continuation in whenRenewed { continuation.resume() } }
        }
    }
}
