// Sendable: takes one step at a time.
/// A source that emits step by step and takes turns with other sources on its scheduler.
class StepSource: @unchecked Sendable {
    /// Emits one event. Returns whether more events follow.
    func step() -> Bool { false }

    /// Emits events, and checks `mayContinue` after each one. Returns whether more events follow.
    func steps(while mayContinue: () -> Bool) -> Bool {
        while step() {
            if !mayContinue() { return true }
        }
        return false
    }

    /// Takes all steps on `scheduler` until `lifetime` ends.
    static func run(_ source: StepSource, on scheduler: any ImmediateSchedulerType, _ lifetime: Lifetime) {
        if scheduler is CurrentThreadScheduler {
            Trampoline.enqueue(StepTurn(source, lifetime))
        } else {
            guard let demand = lifetime.demand else {
                lifetime.add(
                    scheduler.scheduleTurns(source) { source, recurse in
                        if !lifetime.hasEnded, source.step() { recurse(source) }
                    })
                return
            }
            let turns = SerialDisposable()
            lifetime.add(turns)
            takeTurns(source, on: scheduler, lifetime, demand, turns)
        }
    }

    /// Takes steps until `demand` is exhausted, and continues when `demand` is renewed.
    private static func takeTurns(
        _ source: StepSource, on scheduler: any ImmediateSchedulerType, _ lifetime: Lifetime, _ demand: Demand,
        _ turns: SerialDisposable
    ) {
        // Stored before it is scheduled: the scheduler may take the turns, and more after a pause, before it returns.
        let slot = SingleAssignmentDisposable()
        turns.disposable = slot
        slot.setDisposable(
            scheduler.scheduleTurns(source) { source, recurse in
                guard !lifetime.hasEnded, source.step() else { return }
                guard demand.isExhausted else { return recurse(source) }
                lifetime.whenRenewed { takeTurns(source, on: scheduler, lifetime, demand, turns) }
            })
    }
}

/// The turns of one source on the trampoline.
private final class StepTurn: Trampoline.Turn, @unchecked Sendable {
    private let source: StepSource
    private let lifetime: Lifetime

    init(_ source: StepSource, _ lifetime: Lifetime) {
        self.source = source
        self.lifetime = lifetime
    }

    override func take(on trampoline: Trampoline) {
        guard !lifetime.hasEnded else { return }
        let demand = lifetime.demand
        let hasMore =
            if let demand {
                source.steps { trampoline.isIdle && !lifetime.hasEnded && !demand.isExhausted }
            } else {
                source.steps { trampoline.isIdle && !lifetime.hasEnded }
            }
        guard hasMore, !lifetime.hasEnded else { return }
        if let demand, demand.isExhausted {
            lifetime.whenRenewed { Trampoline.enqueue(self) }
        } else {
            trampoline.enqueue(self)
        }
    }
}
