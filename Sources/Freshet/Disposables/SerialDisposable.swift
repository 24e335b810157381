import FreshetPlatform

// Sendable: the slot is guarded by a mutex.
/// A disposable with replaceable content; replacing it disposes the previous content.
public final class SerialDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private let slot = Mutex(DisposableSlot<any Disposable>())

    /// Creates a disposable without content.
    public override init() { super.init() }

    /// A Boolean value that indicates whether the disposable is disposed.
    public var isDisposed: Bool { slot.withLock { $0.isClosed } }

    /// The content. Setting it disposes the previous content, or the new content if this disposable is disposed.
    public var disposable: any Disposable {
        get { slot.withLock { $0.content } ?? Disposables.create() }
        set {
            let obsolete = slot.withLock { $0.replace(with: newValue) }
            obsolete?.dispose()
        }
    }

    /// Disposes the content, and any content set later.
    public func dispose() {
        let content = slot.withLock { $0.close() }
        content?.dispose()
    }
}
