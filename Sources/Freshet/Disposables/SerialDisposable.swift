import Synchronization

// Safe to share: all state is in a Mutex.
/// A disposable whose content can be replaced; what is replaced is disposed.
public final class SerialDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private struct State {
        var content: (any Disposable)?
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// An empty disposable.
    public override init() { super.init() }

    /// Whether it has been disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The content. Setting it disposes the former one, or the new one if this has been disposed.
    public var disposable: any Disposable {
        get { state.withLock { $0.content } ?? Disposables.create() }
        set {
            let obsolete: (any Disposable)? = state.withLock { state in
                if state.isDisposed { return newValue }
                defer { state.content = newValue }
                return state.content
            }
            obsolete?.dispose()
        }
    }

    /// Disposes the content, and whatever is set from now on.
    public func dispose() {
        let content = state.withLock { state in
            state.isDisposed = true
            return state.content.take()
        }
        content?.dispose()
    }
}
