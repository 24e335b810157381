/// An action that a scheduler runs later. Disposal releases it, even if the scheduler keeps its work.
///
/// Only the scheduler's work retains it; lifetimes refer to it through a ``WeakDisposable``.
final class ReleasableAction: Disposable, Sendable {
    private let action: RunOnceClosure

    init(_ action: @escaping @Sendable () -> Void) { self.action = RunOnceClosure(action) }

    func run() { action.run() }
    func dispose() { action.drop() }
}

extension SchedulerType {
    /// Runs `action` once `dueTime` has passed. Disposal releases it.
    func scheduleOnce(after dueTime: RxTimeInterval, _ action: @escaping @Sendable () -> Void) -> any Disposable {
        let releasable = ReleasableAction(action)
        let work = scheduleRelative((), dueTime: dueTime) {
            releasable.run()
            return Disposables.create()
        }
        return Disposables.create(work, WeakDisposable(releasable))
    }
}
