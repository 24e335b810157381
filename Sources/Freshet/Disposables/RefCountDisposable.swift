import Synchronization

// Safe to share: all state is in a Mutex.
/// Disposes its content when it has been disposed itself and everybody who retained it has let go.
public final class RefCountDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private struct State {
        var content: (any Disposable)?
        var retained = 0
        var isDisposed = false
    }

    private let state: Mutex<State>

    /// Guards `disposable`.
    public init(disposable: any Disposable) {
        state = Mutex(State(content: disposable))
        super.init()
    }

    /// Whether the content has been disposed.
    public var isDisposed: Bool { state.withLock { $0.content == nil } }

    /// Keeps the content alive until what is returned is disposed.
    public func retain() -> any Disposable {
        let isRetained = state.withLock { state in
            guard state.content != nil else { return false }
            state.retained += 1
            return true
        }
        return isRetained ? Disposables.create(with: { self.release() }) : Disposables.create()
    }

    private func release() {
        let content: (any Disposable)? = state.withLock { state in
            state.retained -= 1
            return state.isDisposed && state.retained == 0 ? state.content.take() : nil
        }
        content?.dispose()
    }

    /// Disposes the content as soon as nobody retains it.
    public func dispose() {
        let content: (any Disposable)? = state.withLock { state in
            state.isDisposed = true
            return state.retained == 0 ? state.content.take() : nil
        }
        content?.dispose()
    }
}
