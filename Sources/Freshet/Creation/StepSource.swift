// Safe to hand between threads: one step is taken at a time.
/// A source that emits step by step, and takes turns with others on its scheduler.
class StepSource: @unchecked Sendable {
    /// Emits one event; whether there is more.
    func step() -> Bool { false }

    /// Emits events as long as `isAlone`; whether there is more.
    func steps(while isAlone: () -> Bool) -> Bool {
        while step() {
            if !isAlone() { return true }
        }
        return false
    }

    /// Takes all steps on `scheduler`, until `lifetime` ends.
    static func run(_ source: StepSource, on scheduler: any ImmediateSchedulerType, _ lifetime: Lifetime) {
        if scheduler is CurrentThreadScheduler {
            Trampoline.enqueue { takeTurn(source, lifetime) }
        } else {
            lifetime.add(
                scheduler.scheduleRecursive(source) { source, recurse in
                    if !lifetime.isDisposed, source.step() { recurse(source) }
                })
        }
    }

    private static func takeTurn(_ source: StepSource, _ lifetime: Lifetime) {
        guard !lifetime.isDisposed, let trampoline = Trampoline.active else { return }
        let hasMore = source.steps { trampoline.isIdle && !lifetime.isDisposed }
        if hasMore, !lifetime.isDisposed { Trampoline.enqueue { takeTurn(source, lifetime) } }
    }
}
