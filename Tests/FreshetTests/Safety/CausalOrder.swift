import Freshet

/// What happens in one run: who sends what while the observer is inside a delivery, and how the observer reacts.
struct CausalPlan: Sendable, CustomStringConvertible {
    enum Side: String, CaseIterable { case left, right }

    /// What another thread sends into the other source during the delivery.
    enum Queued: String, CaseIterable { case nothing, element, completion, error }

    /// What the observer does when the other thread's call has returned.
    enum Reaction: Equatable, CustomStringConvertible {
        case nothing
        case element(Side)
        case completion
        case error(Side)
        case disposal
        /// `take(until:)` further down the chain ends it with this element.
        case enough

        var description: String {
            switch self {
            case .nothing: "nothing"
            case .element(let side): "element on \(side)"
            case .completion: "completion"
            case .error(let side): "error on \(side)"
            case .disposal: "disposal"
            case .enough: "the end by take"
            }
        }
    }

    /// The source whose element the observer receives.
    let trigger: Side
    let queued: Queued
    let reaction: Reaction

    var other: Side { trigger == .left ? .right : .left }
    var description: String { "\(trigger) delivers, \(queued) of \(other) is queued, reaction: \(reaction)" }

    /// The plans that make sense for a junction.
    ///
    /// One that subscribes to the right source in reaction to the left one does not yet receive what the right one
    /// sends in the middle of that reaction: there the right source triggers and the left one reacts.
    static func all(for junction: Junction) -> [CausalPlan] {
        let opens = junction.traits.contains(.opens)
        let sides: [Side] = opens ? [.left] : [.left, .right]
        let errors: [Reaction] = junction.traits.contains(.failsAtOnce) ? [] : sides.map { .error($0) }
        let reactions = sides.map { .element($0) } + errors + [.nothing, .completion]
        return (opens ? [.right] : Side.allCases).flatMap { trigger in
            Queued.allCases.flatMap { queued in
                (reactions + [.disposal, .enough]).map {
                    CausalPlan(trigger: trigger, queued: queued, reaction: $0)
                }
            }
        }
    }
}

/// Plays a plan with a junction.
/// ```
/// delivering thread                        another thread
/// sends an element; the observer receives
///                                          sends an event, which is queued; the call returns
/// the observer reacts
/// ```
/// What comes out must be what comes out when one thread sends the same events in the same order, one when the call
/// before has returned.
struct CausalOrder: Sendable {
    let junction: Junction
    let plan: CausalPlan
    /// Runs `observe(on:)` with dispatch queues, otherwise all schedulers are virtual.
    var usesQueues = false
    /// How long the other thread may take, in seconds.
    var limit = 20.0

    /// What was wrong; nil if the junction delivers nothing when the plan's trigger sends.
    func offences() -> Set<String>? {
        let expected = run(.sequential)
        guard let met = expected.metNumber else { return nil }
        let found = run(.crossed, enoughAt: plan.reaction == .enough ? met : nil)
        var offences = found.offences
        if found.metNumber == nil { offences.insert("it delivers nothing this time") }
        switch plan.reaction {
        case .disposal, .enough:
            // What has been queued may be dropped; the witness sees what comes all the same.
            break
        case .nothing, .element, .completion, .error:
            if found.heard != expected.heard {
                offences.insert("\(found.heard), in sequence \(expected.heard)")
            }
        }
        return offences
    }

    private func run(_ mode: CausalChain.Mode, enoughAt number: Int? = nil) -> CausalChain.Outcome {
        CausalChain(self, mode, enoughAt: number).run()
    }
}
