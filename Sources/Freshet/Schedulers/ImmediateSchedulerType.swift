import Synchronization

/// Something that runs work.
@preconcurrency
public protocol ImmediateSchedulerType: Sendable {
    /// Runs `action` with `state` as soon as the scheduler's turn comes, unless what is returned has been disposed by then.
    @preconcurrency
    func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable
}

extension ImmediateSchedulerType {
    /// Runs `action`, and again for each call of the closure that it is given.
    @preconcurrency
    public func scheduleRecursive<State>(
        _ state: State, action: @escaping @Sendable (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        let recursion = Recursion(self, action)
        recursion.schedule(state)
        return recursion
    }
}

// Safe to share: the mutable state is in a Mutex.
private final class Recursion<State>: Disposable, @unchecked Sendable {
    private struct Pending {
        var turn = 0
        var scheduled: (turn: Int, disposable: any Disposable)?
        var isDisposed = false
    }

    private let scheduler: any ImmediateSchedulerType
    private let action: @Sendable (State, (State) -> Void) -> Void
    private let pending = Mutex(Pending())

    init(_ scheduler: any ImmediateSchedulerType, _ action: @escaping @Sendable (State, (State) -> Void) -> Void) {
        self.scheduler = scheduler
        self.action = action
    }

    func schedule(_ state: State) {
        let turn: Int? = pending.withLock { pending in
            if pending.isDisposed { return nil }
            pending.turn += 1
            return pending.turn
        }
        guard let turn else { return }
        let disposable = scheduler.schedule(state) { state in
            if !self.pending.withLock({ $0.isDisposed }) { self.action(state) { self.schedule($0) } }
            return Disposables.create()
        }
        let isLate = pending.withLock { pending in
            if pending.isDisposed { return true }
            // The action may have run already and scheduled the next turn.
            if turn > pending.scheduled?.turn ?? 0 { pending.scheduled = (turn, disposable) }
            return false
        }
        if isLate { disposable.dispose() }
    }

    func dispose() {
        let scheduled = pending.withLock { pending in
            pending.isDisposed = true
            return pending.scheduled.take()
        }
        scheduled?.disposable.dispose()
    }
}
