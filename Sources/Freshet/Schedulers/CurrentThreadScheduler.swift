/// Runs work on the thread that schedules it: the first at once, what is scheduled meanwhile afterwards, in order.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
    /// The one instance; it has no state, each thread has its own queue.
    public static let instance = CurrentThreadScheduler()

    private init() {}

    /// Whether nothing runs on this thread's queue, so that work scheduled now would run at once.
    public static var isScheduleRequired: Bool { Trampoline.active == nil }

    /// Runs `action` before it returns if nothing else runs on this thread's queue, else when its turn has come.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        Trampoline.enqueue {
            if !task.isDisposed { task.setDisposable(action(state)) }
        }
        return task
    }
}
