import Freshet
import Synchronization
import Testing

/// Serializes events by hand, with a fault if wanted.
private final class Funnel: Sendable {
    enum Fault: CaseIterable {
        case none
        /// Delivers what comes in reaction before what has been queued.
        case overtakes
        /// Drops what has been queued when an end comes in reaction.
        case loses
        /// Goes on with what has been queued after disposal.
        case goesOn
        /// Makes another thread wait instead of queuing its event.
        case holdsUp
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
        case .queued: if fault == .holdsUp { never.wait(within: 1) }
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
            return !state.hasEnded && (!state.isDisposed || fault == .goesOn)
        }
        if isWanted { output(event) }
    }

    static func junction(_ fault: Fault) -> Junction {
        Junction("a funnel that \(fault)", [.closure]) { left, right, site in
            .create { observer in
                let funnel = Funnel(fault) { event in
                    site.inside()
                    observer.on(event)
                }
                return Disposables.create(
                    Disposables.create { funnel.dispose() }, left.subscribe { funnel.send($0) },
                    right.subscribe { funnel.send($0) })
            }
        }
    }
}

@Suite("the causal order harness detects faults") struct CausalOrderFaultTests {
    @Test("a correct junction passes every plan") func passes() async {
        let junction = Funnel.junction(.none)
        for plan in CausalPlan.all(for: junction) {
            let offences = await onOwnThread { CausalOrder(junction: junction, plan: plan).offences() }
            #expect(offences == [], "\(plan)")
        }
    }

    @Test(
        "detects a re-entrant element that overtakes a queued event",
        arguments: [CausalPlan.Queued.element, .completion, .error])
    func overtakes(_ queued: CausalPlan.Queued) async {
        #expect(await hasOrderFault(.overtakes, CausalPlan(trigger: .left, queued: queued, reaction: .element(.left))))
        #expect(
            await hasOrderFault(.overtakes, CausalPlan(trigger: .right, queued: queued, reaction: .element(.right))))
    }

    @Test(
        "detects a re-entrant terminal event that drops a queued one",
        arguments: [CausalPlan.Reaction.completion, .error(.left)])
    func loses(_ reaction: CausalPlan.Reaction) async {
        for fault in [Funnel.Fault.overtakes, .loses] {
            #expect(await hasOrderFault(fault, CausalPlan(trigger: .left, queued: .element, reaction: reaction)))
        }
    }

    @Test(
        "detects a closure that starts after disposal or the end", arguments: [CausalPlan.Reaction.disposal, .enough])
    func goesOn(_ reaction: CausalPlan.Reaction) async {
        let plan = CausalPlan(trigger: .left, queued: .element, reaction: reaction)
        let found = await offences(.goesOn, plan)
        #expect(found?.contains("the operator's closure starts after the end") == true)
    }

    @Test("detects a blocked thread") func holdsUp() async {
        let plan = CausalPlan(trigger: .left, queued: .element, reaction: .nothing)
        #expect(await offences(.holdsUp, plan, limit: 0.2)?.contains("another thread is held up") == true)
    }

    @Test("detects a closure that starts after it has disposed the subscription") func disposesInside() async {
        let found = await onOwnThread {
            DisposalInside(junction: Funnel.junction(.goesOn), place: .downstream, call: 1).offences()
        }
        #expect(found?.contains("the operator's closure starts after the end") == true)
    }

    private func offences(_ fault: Funnel.Fault, _ plan: CausalPlan, limit: Double = 20) async -> Set<String>? {
        await onOwnThread { CausalOrder(junction: Funnel.junction(fault), plan: plan, limit: limit).offences() }
    }

    private func hasOrderFault(_ fault: Funnel.Fault, _ plan: CausalPlan) async -> Bool {
        await offences(fault, plan)?.contains { $0.contains(", in sequence ") } == true
    }
}
