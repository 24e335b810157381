import FreshetPlatform

// Sendable: the slot is guarded by a mutex.
/// A disposable whose content is set once, before or after its disposal.
public final class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private let slot = Mutex(DisposableSlot<any Disposable>())

    /// Creates a disposable without content.
    public override init() { super.init() }

    /// A Boolean value that indicates whether the disposable is disposed.
    public var isDisposed: Bool { slot.withLock { $0.isClosed } }

    /// Sets the content; disposes it immediately if this disposable is disposed.
    /// - Precondition: The content isn't set.
    public func setDisposable(_ disposable: any Disposable) {
        let rejected = slot.withLock { $0.fill(with: disposable) }
        rejected?.dispose()
    }

    /// Disposes the content, now or when it is set.
    public func dispose() {
        let content = slot.withLock { $0.close() }
        content?.dispose()
    }
}
