internal import Synchronization

/// Something that is done at most once, by whoever comes first.
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
