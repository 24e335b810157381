public import Foundation
public import Freshet

// Safe to share: nothing changes after init, and an operation queue may be used from any thread.
/// Runs work as operations of a queue; as many at a time as that one allows.
public class OperationQueueScheduler: ImmediateSchedulerType, @unchecked Sendable {
    /// Where the work runs.
    public final let operationQueue: OperationQueue
    /// The priority of the work among the queue's operations.
    public final let queuePriority: Operation.QueuePriority

    /// Runs work on `operationQueue`.
    public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
        self.operationQueue = operationQueue
        self.queuePriority = queuePriority
    }

    /// Runs `action` as an operation, unless what is returned has been disposed by then.
    @preconcurrency
    public func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable {
        let task = SingleAssignmentDisposable()
        let work = Work(state: state, action: action)
        let operation = BlockOperation {
            if !task.isDisposed { task.setDisposable(work.run()) }
        }
        operation.queuePriority = queuePriority
        operationQueue.addOperation(operation)
        return task
    }
}

// Safe: the state is handed to the operation, which is the only one to touch it from then on.
private struct Work<StateType>: @unchecked Sendable {
    let state: StateType
    let action: @Sendable (StateType) -> any Disposable

    func run() -> any Disposable { action(state) }
}
