import Synchronization

// Safe to share: all state is in a Mutex.
/// A disposable whose content is set once, before or after its disposal.
public final class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private struct State {
        var content: (any Disposable)?
        var isSet = false
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// An empty disposable.
    public override init() { super.init() }

    /// Whether it has been disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Sets the content; disposes it at once if this has been disposed.
    /// - Precondition: The content has not been set before.
    public func setDisposable(_ disposable: any Disposable) {
        let isLate = state.withLock { state in
            precondition(!state.isSet, "The content of a SingleAssignmentDisposable is set only once.")
            state.isSet = true
            if !state.isDisposed { state.content = disposable }
            return state.isDisposed
        }
        if isLate { disposable.dispose() }
    }

    /// Disposes the content, now or when it is set.
    public func dispose() {
        let content = state.withLock { state in
            state.isDisposed = true
            return state.content.take()
        }
        content?.dispose()
    }
}
