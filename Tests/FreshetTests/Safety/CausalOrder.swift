import Freshet

/// The events of one run: the event queued during a delivery, and the observer's reaction.
struct CausalPlan: Sendable, CustomStringConvertible {
    enum Side: String, CaseIterable { case left, right }

    /// The event that another thread sends to the other source during the delivery.
    enum Queued: String, CaseIterable { case nothing, element, completion, error }

    /// The observer's reaction after the other thread's call has returned.
    enum Reaction: Equatable, CustomStringConvertible {
        case nothing
        case element(Side)
        case completion
        case error(Side)
        case disposal
        /// A downstream `take(until:)` ends the chain with this element.
        case take

        var description: String {
            switch self {
            case .nothing: "nothing"
            case .element(let side): "element on \(side)"
            case .completion: "completion"
            case .error(let side): "error on \(side)"
            case .disposal: "disposal"
            case .take: "the end by take"
            }
        }
    }

    /// The source whose element the observer receives.
    let trigger: Side
    let queued: Queued
    let reaction: Reaction

    var other: Side { trigger == .left ? .right : .left }
    var description: String { "\(trigger) delivers, \(queued) of \(other) is queued, reaction: \(reaction)" }

    /// The plans that apply to a two-source stream.
    ///
    /// A two-source stream that subscribes to the right source for a left element misses right elements sent during that
    /// subscription. Its plans use the right source as the trigger and the left one for reactions.
    static func all(for candidate: TwoSourceStream) -> [CausalPlan] {
        let opens = candidate.traits.contains(.subscribesOnElement)
        let sides: [Side] = opens ? [.left] : [.left, .right]
        let errors: [Reaction] = candidate.traits.contains(.failsAtOnce) ? [] : sides.map { .error($0) }
        let reactions = sides.map { .element($0) } + errors + [.nothing, .completion]
        return (opens ? [.right] : Side.allCases).flatMap { trigger in
            Queued.allCases.flatMap { queued in
                (reactions + [.disposal, .take]).map {
                    CausalPlan(trigger: trigger, queued: queued, reaction: $0)
                }
            }
        }
    }
}

/// Runs a plan with a two-source stream.
/// ```
/// delivering thread                        another thread
/// sends an element; the observer receives
///                                          sends an event, which is queued; the call returns
/// the observer reacts
/// ```
/// The output must be the same as when one thread sends these events in this order, one after another.
struct CausalOrder: Sendable {
    let candidate: TwoSourceStream
    let plan: CausalPlan
    /// True to use dispatch queues; false to use virtual time for all schedulers.
    var usesQueues = false
    /// The time limit for the other thread, in seconds.
    var limit = longestWait

    /// Returns the violations; nil if the two-source stream delivers nothing for the plan's trigger.
    func violations() -> Set<String>? {
        let expected = run(.sequential)
        guard let number = expected.deliveredNumber else { return nil }
        let found = run(.crossed, takingUntil: plan.reaction == .take ? number : nil)
        var violations = found.violations
        if found.deliveredNumber == nil { violations.insert("nothing is delivered concurrently") }
        switch plan.reaction {
        case .disposal, .take:
            // Queued events may be dropped. The witness still checks every delivery.
            break
        case .nothing, .element, .completion, .error:
            if found.received != expected.received {
                violations.insert("\(found.received), sequentially \(expected.received)")
            }
        }
        return violations
    }

    private func run(_ mode: CausalChain.Mode, takingUntil number: Int? = nil) -> CausalChain.Outcome {
        CausalChain(self, mode, takingUntil: number).run()
    }
}
