/// Runs work on the thread that schedules it, one piece at a time.
///
/// The first piece runs immediately. Work scheduled while it runs follows in order.
/// - Ends: disposed work doesn't start.
/// - Runs on: the thread that schedules the work.
/// - Keeps: nothing. Each thread has its own queue.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
    /// The shared scheduler. It has no state.
    public static let instance = CurrentThreadScheduler()

    private init() {}

    /// A Boolean value that indicates whether work scheduled now on this thread would run immediately.
    public static var isScheduleRequired: Bool { Trampoline.active == nil }

    /// Runs `action` immediately, or after the work already scheduled on this thread.
    @preconcurrency
    public func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        Trampoline.enqueue {
            if !task.isDisposed { task.setDisposable(action(state)) }
        }
        return task
    }
}
