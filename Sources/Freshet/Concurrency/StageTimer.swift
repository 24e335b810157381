// Sendable: `number` is accessed only inside the stage's serializer.
/// The timer of a ``SerializedStage``. Starting it again cancels the pending action.
final class StageTimer: @unchecked Sendable {
    private let scheduler: any SchedulerType
    private let slot = SerialDisposable()
    /// The number of the current start; a timer that fires with an older number does nothing.
    private var number: UInt64 = 0

    /// Creates a timer that is disposed with the stage's `lifetime`.
    init(_ scheduler: any SchedulerType, _ lifetime: Lifetime) {
        self.scheduler = scheduler
        lifetime.add(slot)
    }

    /// Runs `action` in the stage's serializer after `dueTime`, unless the timer is restarted or canceled first.
    ///
    /// Called inside the serializer.
    func start(
        after dueTime: RxTimeInterval, in stage: AnySerializedStage, _ action: @escaping @Sendable () -> Void
    ) {
        cancel()
        let number = number
        // Stored before scheduling: the scheduler may run the action, which may restart the timer, before it returns.
        let timer = SingleAssignmentDisposable()
        slot.disposable = timer
        timer.setDisposable(
            scheduler.scheduleOnce(after: dueTime) { [self] in
                stage.perform { if self.number == number { action() } }
            })
    }

    /// Cancels the timer, even if its action is already queued. Called inside the serializer.
    func cancel() { number &+= 1 }

    /// Disposes the scheduled action, so that the scheduler releases it.
    func dispose() { slot.dispose() }
}
