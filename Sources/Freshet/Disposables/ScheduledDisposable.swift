import Synchronization

/// Disposes its content on a scheduler.
public final class ScheduledDisposable: Cancelable {
    /// Where the content is disposed.
    public let scheduler: any ImmediateSchedulerType
    private let content: Mutex<(any Disposable)?>

    /// Will dispose `disposable` on `scheduler`.
    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        content = Mutex(disposable)
    }

    /// Whether the content has been disposed.
    public var isDisposed: Bool { content.withLock { $0 == nil } }

    /// Has the scheduler dispose the content when its turn for that comes.
    public func dispose() {
        if isDisposed { return }
        _ = scheduler.schedule(()) { [self] in
            let content = content.withLock { $0.take() }
            content?.dispose()
            return Disposables.create()
        }
    }
}
