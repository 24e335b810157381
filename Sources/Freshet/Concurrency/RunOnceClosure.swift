import FreshetPlatform

/// A closure that runs at most once, and is released when it runs or is dropped.
struct RunOnceClosure: ~Copyable, Sendable {
    private let closure: Mutex<(@Sendable () -> Void)?>

    init(_ closure: @escaping @Sendable () -> Void) { self.closure = Mutex(closure) }

    /// True if the closure has run or been dropped.
    var isOver: Bool { closure.withLock { $0 == nil } }

    func run() {
        let taken = closure.withLock { $0.take() }
        taken?()
    }

    /// Releases the closure without running it.
    func drop() {
        // Released outside the lock: a `deinit` may run foreign code.
        let released = closure.withLock { $0.take() }
        withExtendedLifetime(released) {}
    }
}
