import FreshetPlatform

// Sendable: see LifetimeResource; `action` is a mutex.
/// Runs a closure once.
final class AnonymousDisposable: LifetimeResource, Cancelable, @unchecked Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    var isDisposed: Bool { action.withLock { $0 == nil } }

    override func dispose() {
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
