import Freshet
import Testing

/// See ``CausalOrder`` for the comparison.
@Suite("Causal order") struct CausalOrderTests {
    @Test(
        "Queued events precede re-entrant ones, none is lost, and no closure starts after the end",
        arguments: Junction.all)
    func holds(_ junction: Junction) async {
        await expectOrder(of: junction)
    }

    @Test("Causal order holds on dispatch queues", arguments: Junction.all.filter { $0.traits.contains(.hops) })
    func holdsOnQueues(_ junction: Junction) async {
        await expectOrder(of: junction, usesQueues: true)
    }

    private func expectOrder(of junction: Junction, usesQueues: Bool = false) async {
        let waits = usesQueues || junction.traits.contains(.tasks)
        var hasDelivered = false
        for plan in CausalPlan.all(for: junction) {
            let order = CausalOrder(junction: junction, plan: plan, usesQueues: usesQueues)
            guard let violations = await onOwnThread({ order.violations() }) else { continue }
            hasDelivered = true
            #expect(violations.isEmpty, "\(plan)")
            // Each missing event takes a full wait, so one violation is enough.
            if waits && !violations.isEmpty || violations.contains("another thread is blocked") { return }
        }
        #expect(hasDelivered, "The junction delivers no element in any plan.")
    }
}
