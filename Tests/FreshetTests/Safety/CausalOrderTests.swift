import Freshet
import Testing

/// ``CausalOrder`` says what is compared with what.
@Suite("causal order") struct CausalOrderTests {
    @Test(
        "delivers queued events before re-entrant ones, loses none and starts no closure after the end",
        arguments: Junction.all)
    func holds(_ junction: Junction) async {
        await expectOrder(of: junction)
    }

    @Test("keeps causal order on dispatch queues", arguments: Junction.all.filter { $0.traits.contains(.hops) })
    func holdsOnQueues(_ junction: Junction) async {
        await expectOrder(of: junction, usesQueues: true)
    }

    private func expectOrder(of junction: Junction, usesQueues: Bool = false) async {
        let waits = usesQueues || junction.traits.contains(.tasks)
        var met = false
        for plan in CausalPlan.all(for: junction) {
            let order = CausalOrder(junction: junction, plan: plan, usesQueues: usesQueues)
            guard let offences = await onOwnThread({ order.offences() }) else { continue }
            met = true
            #expect(offences.isEmpty, "\(plan)")
            // What does not come is waited for, so one fault is enough.
            if waits && !offences.isEmpty || offences.contains("another thread is held up") { return }
        }
        #expect(met, "No plan brings the junction to deliver an element.")
    }
}
