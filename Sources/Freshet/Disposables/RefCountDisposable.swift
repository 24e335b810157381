import FreshetPlatform

// Sendable: state is guarded by `state`.
/// A disposable that disposes its content after all references to it are disposed.
///
/// The references are this disposable and those that ``retain()`` returns.
public final class RefCountDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private struct State {
        var content: (any Disposable)?
        var retained = 0
        var isDisposed = false
    }

    private let state: Mutex<State>

    /// Creates a reference-counted disposable for `disposable`.
    public init(disposable: any Disposable) {
        state = Mutex(State(content: disposable))
        super.init()
    }

    /// A Boolean value that indicates whether the content is disposed.
    public var isDisposed: Bool { state.withLock { $0.content == nil } }

    /// Returns a disposable that keeps the content alive until it is disposed.
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

    /// Disposes the content, now or when the last retained reference is disposed.
    public func dispose() {
        let content: (any Disposable)? = state.withLock { state in
            state.isDisposed = true
            return state.retained == 0 ? state.content.take() : nil
        }
        content?.dispose()
    }
}
