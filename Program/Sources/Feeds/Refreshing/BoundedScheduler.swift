import Dispatch
import Freshet

/// Runs work on another scheduler while it has one of the permits that several schedulers share; the other's thread waits for it.
struct BoundedScheduler: ImmediateSchedulerType {
    let scheduler: any ImmediateSchedulerType
    let permits: DispatchSemaphore

    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        scheduler.schedule(state) { [permits] state in
            permits.wait()
            defer { permits.signal() }
            return action(state)
        }
    }
}
