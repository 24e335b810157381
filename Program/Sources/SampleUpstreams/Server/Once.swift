import Synchronization

/// An action that runs at most once, for the first caller.
final class Once: Sendable {
    private let isDone = Mutex(false)
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    func run() {
        let wasDone = isDone.withLock { isDone in
            defer { isDone = true }
            return isDone
        }
        if !wasDone { action() }
    }
}
