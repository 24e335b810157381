import FreshetPlatform

// Sendable: state is guarded by `state`.
/// A disposable with replaceable content; replacing it disposes the previous content.
public final class SerialDisposable: DisposeBase, Cancelable, @unchecked Sendable {
    private struct State {
        var content: (any Disposable)?
        var isDisposed = false
    }

    private let state = Mutex(State())

    /// Creates a disposable without content.
    public override init() { super.init() }

    /// Whether the disposable is disposed.
    public var isDisposed: Bool { state.withLock { $0.isDisposed } }

    /// The content. Setting it disposes the previous content, or the new content if this disposable is disposed.
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

    /// Disposes the content, and any content set later.
    public func dispose() {
        let content = state.withLock { state in
            state.isDisposed = true
            return state.content.take()
        }
        content?.dispose()
    }
}
