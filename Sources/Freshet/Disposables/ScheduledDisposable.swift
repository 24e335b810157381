import FreshetPlatform

/// A disposable that disposes its content on a scheduler.
public final class ScheduledDisposable: Cancelable {
    /// The scheduler that disposes the content.
    public let scheduler: any ImmediateSchedulerType
    private let content: Mutex<(any Disposable)?>

    /// Creates a disposable that disposes `disposable` on `scheduler`.
    public init(scheduler: any ImmediateSchedulerType, disposable: any Disposable) {
        self.scheduler = scheduler
        content = Mutex(disposable)
    }

    /// A Boolean value that indicates whether the content is disposed.
    public var isDisposed: Bool { content.withLock { $0 == nil } }

    /// Schedules the disposal of the content.
    public func dispose() {
        if isDisposed { return }
        _ = scheduler.schedule(()) { [self] in
            let content = content.withLock { $0.take() }
            content?.dispose()
            return Disposables.create()
        }
    }
}
