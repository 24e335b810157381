// Sendable: the number is touched inside the stage's serializer only.
/// The timer of a ``SerializedStage``: one runs at a time, and starting it cancels the one before.
final class StageTimer: @unchecked Sendable {
    private let scheduler: any SchedulerType
    private let slot = SerialDisposable()
    private var number: UInt64 = 0

    /// A timer that ends with `lifetime`, the stage's.
    init(_ scheduler: any SchedulerType, _ lifetime: Lifetime) {
        self.scheduler = scheduler
        lifetime.add(slot)
    }

    /// Runs `action` in the stage's serializer when `dueTime` has passed, unless the timer is started or cancelled before.
    ///
    /// Called inside the serializer.
    func start(
        after dueTime: RxTimeInterval, in stage: AnySerializedStage, _ action: @escaping @Sendable () -> Void
    ) {
        cancel()
        let number = number
        // In its place before it is scheduled: the scheduler may run it, and thereby start the next, before it returns.
        let timer = SingleAssignmentDisposable()
        slot.disposable = timer
        timer.setDisposable(
            scheduler.scheduleRelative((), dueTime: dueTime) { [self] in
                stage.perform { if self.number == number { action() } }
                return Disposables.create()
            })
    }

    /// Called inside the serializer. A timer that is due already does nothing any more.
    func cancel() { number &+= 1 }

    /// Releases what the scheduler keeps of the timer.
    func dispose() { slot.dispose() }
}
