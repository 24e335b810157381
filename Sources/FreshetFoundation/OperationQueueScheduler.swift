public import Foundation
public import Freshet

// Sendable: immutable after init; operation queues are thread-safe.
/// A scheduler that runs work as operations of a queue.
/// - Ends: disposed work doesn't start; later disposal disposes the work's result.
/// - Runs on: the operation queue, as concurrently as the queue allows.
/// - Keeps: scheduled work until its operation runs.
public class OperationQueueScheduler: ImmediateSchedulerType, @unchecked Sendable {
    /// The queue that runs the work.
    public final let operationQueue: OperationQueue
    /// The priority of the scheduled operations.
    public final let queuePriority: Operation.QueuePriority

    /// Creates a scheduler for `operationQueue`.
    public init(operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal) {
        self.operationQueue = operationQueue
        self.queuePriority = queuePriority
    }

    /// Schedules `action` as an operation. The operation does nothing if the returned disposable is disposed before it
    /// starts.
    @preconcurrency
    public func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
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

// Sendable: only the operation accesses the state.
private struct Work<StateType>: @unchecked Sendable {
    let state: StateType
    let action: @Sendable (StateType) -> any Disposable

    func run() -> any Disposable { action(state) }
}
