import FreshetPlatform

// Sendable: state is guarded by `state`.
/// A disposable whose content is set once, before or after its disposal.
public final class SingleAssignmentDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private struct State {
        var content: (any Disposable)?
        var isSet = false
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Creates a disposable without content.
    public override init() { super.init() }

    /// Whether the disposable is disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// Sets the content; disposes it at once if this disposable is disposed.
    /// - Precondition: The content isn't set.
    public func setDisposable(_ disposable: any Disposable) {
        let isLate = state.withLock { state in
            precondition(!state.isSet, "The content of a SingleAssignmentDisposable can be set only once.")
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
