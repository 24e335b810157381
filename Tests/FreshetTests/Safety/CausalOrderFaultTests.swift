import Freshet
import FreshetPlatform
import Testing

/// A hand-written serializer with an optional fault.
private final class Funnel: Sendable {
    enum Fault: CaseIterable {
        case none
        /// Delivers re-entrant events before queued ones.
        case overtakes
        /// Drops queued events at a re-entrant terminal event.
        case loses
        /// Delivers queued events after disposal.
        case continuesAfterDisposal
        /// Blocks another thread after queuing its event.
        case blocks
    }

    private enum Entry { case entered, reentered, queued }

    private struct State {
        var owner: UInt = 0
        var queue: [Event<Item>] = []
        var hasEnded = false
        var isDisposed = false
    }

    private let fault: Fault
    private let output: @Sendable (Event<Item>) -> Void
    private let state = Mutex(State())
    private let never = Gate()

    init(_ fault: Fault, _ output: @escaping @Sendable (Event<Item>) -> Void) {
        (self.fault, self.output) = (fault, output)
    }

    func dispose() { state.withLock { $0.isDisposed = true } }

    func send(_ event: Event<Item>) {
        let me = currentThread()
        let entry = state.withLock { state -> Entry in
            if state.owner == me { return .reentered }
            if state.owner != 0 {
                state.queue.append(event)
                return .queued
            }
            state.owner = me
            return .entered
        }
        switch entry {
        case .queued: if fault == .blocks { never.wait(within: 1) }
        case .reentered:
            if fault == .loses, event.isStopEvent { state.withLock { $0.queue = [] } }
            if fault != .overtakes { while let queued = nextQueued(leaving: false) { deliver(queued) } }
            deliver(event)
        case .entered:
            deliver(event)
            while let queued = nextQueued(leaving: true) { deliver(queued) }
        }
    }

    private func nextQueued(leaving: Bool) -> Event<Item>? {
        state.withLock { state in
            if !state.queue.isEmpty { return state.queue.removeFirst() }
            if leaving { state.owner = 0 }
            return nil
        }
    }

    private func deliver(_ event: Event<Item>) {
        let isWanted = state.withLock { state in
            defer { if event.isStopEvent { state.hasEnded = true } }
            return !state.hasEnded && (!state.isDisposed || fault == .continuesAfterDisposal)
        }
        if isWanted { output(event) }
    }

    static func candidate(_ fault: Fault) -> TwoSourceStream {
        TwoSourceStream("a funnel that \(fault)", [.closure]) { left, right, context in
            .create { observer in
                let funnel = Funnel(fault) { event in
                    context.userClosure()
                    observer.on(event)
                }
                return Disposables.create(
                    Disposables.create { funnel.dispose() }, left.subscribe { funnel.send($0) },
                    right.subscribe { funnel.send($0) })
            }
        }
    }
}

@Suite("Faults that the causal order harness detects") struct CausalOrderFaultTests {
    @Test("A correct two-source stream passes every plan of the harness") func passes() async {
        let candidate = Funnel.candidate(.none)
        for plan in CausalPlan.all(for: candidate) {
            let violations = await onOwnThread { CausalOrder(candidate: candidate, plan: plan).violations() }
            #expect(violations == [], "\(plan)")
        }
    }

    @Test(
        "The harness detects a re-entrant element that overtakes a queued event",
        arguments: [CausalPlan.Queued.element, .completion, .error])
    func overtakes(_ queued: CausalPlan.Queued) async {
        #expect(await hasOrderFault(.overtakes, CausalPlan(trigger: .left, queued: queued, reaction: .element(.left))))
        #expect(
            await hasOrderFault(.overtakes, CausalPlan(trigger: .right, queued: queued, reaction: .element(.right))))
    }

    @Test(
        "The harness detects a re-entrant terminal event that drops a queued one",
        arguments: [CausalPlan.Reaction.completion, .error(.left)])
    func loses(_ reaction: CausalPlan.Reaction) async {
        for fault in [Funnel.Fault.overtakes, .loses] {
            #expect(await hasOrderFault(fault, CausalPlan(trigger: .left, queued: .element, reaction: reaction)))
        }
    }

    @Test(
        "The harness detects a closure that starts after disposal or the end",
        arguments: [CausalPlan.Reaction.disposal, .take])
    func continuesAfterDisposal(_ reaction: CausalPlan.Reaction) async {
        let plan = CausalPlan(trigger: .left, queued: .element, reaction: reaction)
        let found = await violations(.continuesAfterDisposal, plan)
        #expect(found?.contains("the operator's closure starts after the end") == true)
    }

    @Test("The harness detects a blocked thread") func blocks() async {
        let plan = CausalPlan(trigger: .left, queued: .element, reaction: .nothing)
        #expect(await violations(.blocks, plan, limit: 0.2)?.contains("another thread is blocked") == true)
    }

    @Test("The harness detects a closure that is called after it has disposed the subscription")
    func disposesInside() async {
        let found = await onOwnThread {
            DisposalInside(candidate: Funnel.candidate(.continuesAfterDisposal), place: .downstream, call: 1)
                .violations()
        }
        #expect(found?.contains("the operator's closure starts after the end") == true)
    }

    private func violations(
        _ fault: Funnel.Fault, _ plan: CausalPlan, limit: Double = longestWait
    ) async -> Set<String>? {
        await onOwnThread { CausalOrder(candidate: Funnel.candidate(fault), plan: plan, limit: limit).violations() }
    }

    private func hasOrderFault(_ fault: Funnel.Fault, _ plan: CausalPlan) async -> Bool {
        await violations(fault, plan)?.contains { $0.contains(", sequentially ") } == true
    }
}
