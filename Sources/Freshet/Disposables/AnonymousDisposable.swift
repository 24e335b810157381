// Sendable: see LifetimeResource; RunOnceClosure is.
/// Runs a closure once.
final class AnonymousDisposable: LifetimeResource, Cancelable, @unchecked Sendable {
    private let action: RunOnceClosure

    init(_ action: @escaping @Sendable () -> Void) { self.action = RunOnceClosure(action) }

    var isDisposed: Bool { action.isOver }

    override func dispose() { action.run() }
}

extension Disposables {
    /// Returns a disposable that runs `dispose` once, on the disposing thread, and then releases it.
    @preconcurrency
    public static func create(with dispose: @escaping @Sendable () -> Void) -> any Cancelable {
        AnonymousDisposable(dispose)
    }
}
