import FreshetPlatform

/// Runs a closure once.
private final class AnonymousDisposable: Cancelable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    var isDisposed: Bool { action.withLock { $0 == nil } }

    func dispose() {
        let action = action.withLock { $0.take() }
        action?()
    }
}

extension Disposables {
    /// Returns a disposable that runs `dispose` once, on the disposing thread, and then releases it.
    @preconcurrency
    public static func create(with dispose: @escaping @Sendable () -> Void) -> any Cancelable {
        AnonymousDisposable(dispose)
    }
}
