import FreshetPlatform

/// The room of a consumer with a bounded buffer for more elements.
///
/// The lifetimes of the consumer's chain refer to it. Sources that can pause check it before each step. It holds no
/// reference to a sink.
package final class Demand: Sendable {
    private struct State {
        var isExhausted = false
        /// The number of elements that wait for another thread's delivery.
        var queued = 0
        var isOver = false
        /// True if nothing is left that could renew the demand.
        var isAbandoned = false
        /// True if sources wait for this demand alone.
        var ignoresDownstream = false
        var waiting = Queue<PacedLifetime>()

        var mustWait: Bool { isExhausted || queued > 0 && !isOver }
    }

    private let state = Mutex(State())
    /// The demand of a consumer downstream. Sources wait for both.
    private let downstream: Demand?
    /// The demand of the last consumer downstream; nil if this is it.
    private let last: Demand?

    package init() { (downstream, last) = (nil, nil) }

    /// Creates the demand of an operator that queues elements on behalf of another consumer.
    /// - Parameter holdsBack: true if the operator delivers only while that consumer has room. If so, only the last
    ///   consumer is asked too: asking each consumer of a long chain of such operators would cost n² for each element.
    init(queueingFor downstream: Demand, holdsBack: Bool) {
        last = downstream.last ?? downstream
        self.downstream = holdsBack ? last : downstream
    }

    /// True if sources must wait before they emit.
    package var isExhausted: Bool {
        let (mustWait, ignoresDownstream) = state.withLock { ($0.mustWait, $0.ignoresDownstream) }
        return mustWait || !ignoresDownstream && downstream?.isExhausted == true
    }

    /// Makes sources wait for this demand alone, or again for that of the consumer downstream too.
    func ignoreDownstream(_ ignores: Bool) { state.withLock { $0.ignoresDownstream = ignores } }

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
        state.withLock { $0.queued -= 1 }
        resumeWaiting()
    }

    /// Disposes paused sources, and those that pause later: nothing is left that could resume them.
    ///
    /// Otherwise a paused source, which retains its chain, would remain in a retain cycle.
    func abandon() {
        var waiting = state.withLock { state in
            state.isAbandoned = true
            defer { state.waiting = Queue() }
            return state.waiting
        }
        while let source = waiting.popFirst() { source.dispose() }
    }

    private func resume(isOver: Bool) {
        state.withLock { state in
            state.isExhausted = false
            if isOver { state.isOver = true }
        }
        resumeWaiting()
    }

    /// Resumes the sources that wait now, one after another, until one of them exhausts the demand again.
    ///
    /// Resuming all of them would cost n² for n sources: after each renewal, all but the first would wait again.
    private func resumeWaiting() {
        var remaining = state.withLock { $0.waiting.count }
        while remaining > 0 {
            let (source, isOver) = state.withLock { ($0.mustWait ? nil : $0.waiting.popFirst(), $0.isOver) }
            guard let source else { return }
            remaining -= 1
            if isOver || downstream?.enroll(source) != true { source.resume() }
        }
    }

    /// Resumes `source` once the consumer has room. Returns false if it has room now.
    fileprivate func enroll(_ source: PacedLifetime) -> Bool {
        let (isWaiting, isAbandoned, ignoresDownstream) = state.withLock { state in
            if state.mustWait, !state.isAbandoned { state.waiting.append(source) }
            return (state.mustWait, state.isAbandoned, state.ignoresDownstream)
        }
        if isWaiting, isAbandoned { source.dispose() }
        return isWaiting || !ignoresDownstream && downstream?.enroll(source) == true
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

// Sendable: see Lifetime; `waiting` is a mutex.
/// The lifetime of a source whose consumer has a bounded buffer. The source resumes at the end of the lifetime.
///
/// Disposing the lifetime doesn't finish the demand; its consumer does.
final class PacedLifetime: Lifetime, @unchecked Sendable {
    fileprivate let consumerDemand: Demand
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    fileprivate init(_ demand: Demand) {
        consumerDemand = demand
        super.init(isPaced: true)
    }

    fileprivate func wait(_ body: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(body) }
        // After disposal, no other call resumes it.
        if hasEnded || !consumerDemand.enroll(self) { resume() }
    }

    fileprivate func resume() {
        let bodies = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for body in bodies { body() }
    }

    override func released() { resume() }
}

extension Lifetime {
    /// Returns a lifetime for a source of a consumer with `demand`, or of one without a bound.
    static func make(demand: Demand?) -> Lifetime { demand.map { PacedLifetime($0) } ?? Lifetime() }

    /// The demand of a consumer with a bounded buffer. Nil after disposal.
    ///
    /// Stages that own the lifetimes of their sources pass the demand upstream, but not to triggers.
    final var demand: Demand? { paced?.consumerDemand }

    private var paced: PacedLifetime? { isPaced ? unsafeDowncast(self, to: PacedLifetime.self) : nil }

    /// True if the source must wait before it emits.
    final var isPaused: Bool { demand?.isExhausted == true }

    /// Runs `body` immediately if the consumer has room, else once it has, or when the lifetime is disposed.
    final func whenRenewed(_ body: @escaping @Sendable () -> Void) {
        if let paced { paced.wait(body) } else { body() }
    }

    /// Suspends until the consumer has room or the lifetime is disposed.
    final func waitWhilePaused() async {
        if isPaused {
            await withCheckedContinuation { continuation in whenRenewed { continuation.resume() } }
        }
    }
}
