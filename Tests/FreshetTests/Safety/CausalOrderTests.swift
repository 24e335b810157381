import Freshet
import Testing

/// See ``CausalOrder`` for the comparison.
@Suite("Causal order") struct CausalOrderTests {
    @Test(
        "Queued events precede re-entrant ones, none is lost, and no closure starts after the end",
        arguments: TwoSourceStream.all)
    func holds(_ candidate: TwoSourceStream) async {
        await expectOrder(of: candidate)
    }

    @Test("Causal order holds on dispatch queues", arguments: TwoSourceStream.all.filter { $0.traits.contains(.hops) })
    func holdsOnQueues(_ candidate: TwoSourceStream) async {
        await expectOrder(of: candidate, usesQueues: true)
    }

    private func expectOrder(of candidate: TwoSourceStream, usesQueues: Bool = false) async {
        let waits = usesQueues || candidate.traits.contains(.tasks)
        var hasDelivered = false
        for plan in CausalPlan.all(for: candidate) {
            let order = CausalOrder(candidate: candidate, plan: plan, usesQueues: usesQueues)
            guard let violations = await onOwnThread({ order.violations() }) else { continue }
            hasDelivered = true
            #expect(violations.isEmpty, "\(plan)")
            // Each missing event takes a full wait, so one violation is enough.
            if waits && !violations.isEmpty || violations.contains("another thread is blocked") { return }
        }
        #expect(hasDelivered, "The two-source stream delivers no element in any plan.")
    }
}
