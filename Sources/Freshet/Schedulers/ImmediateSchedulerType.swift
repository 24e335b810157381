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
    /// Runs `action`, and again for each call of the closure that it is given. Disposing what is returned ends it.
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
    typealias Action = @Sendable (State, (State) -> Void) -> Void

    private struct Pending {
        /// Nil when this has been disposed or no turn is left, so that what the action refers to is released.
        var action: Action?
        var lastTurn = 0
        /// Each turn that has not ended yet, with what cancels it once that is known.
        var turns: [Int: (any Disposable)?] = [:]
    }

    private let scheduler: any ImmediateSchedulerType
    private let pending: Mutex<Pending>

    init(_ scheduler: any ImmediateSchedulerType, _ action: @escaping Action) {
        self.scheduler = scheduler
        pending = Mutex(Pending(action: action))
    }

    func schedule(_ state: State) {
        let turn: Int? = pending.withLock { pending in
            if pending.action == nil { return nil }
            pending.lastTurn += 1
            pending.turns[pending.lastTurn] = .some(nil)
            return pending.lastTurn
        }
        guard let turn else { return }
        let disposable = scheduler.schedule(state) { state in
            self.take(turn, state)
            return Disposables.create()
        }
        let isOver = pending.withLock { pending in
            // The turn may have been taken already, before or while this was returned.
            if pending.turns[turn] != nil { pending.turns[turn] = disposable }
            return pending.action == nil
        }
        if isOver { disposable.dispose() }
    }

    private func take(_ turn: Int, _ state: State) {
        let action = pending.withLock { $0.action }
        action?(state) { self.schedule($0) }
        let released = pending.withLock { pending in
            let turnEnded = pending.turns.removeValue(forKey: turn)
            return (turnEnded, pending.turns.isEmpty ? pending.action.take() : nil)
        }
        withExtendedLifetime(released) {}
    }

    func dispose() {
        let (action, turns) = pending.withLock { pending in
            defer { pending.turns = [:] }
            return (pending.action.take(), pending.turns)
        }
        for turn in turns.sorted(by: { $0.key < $1.key }) { turn.value?.dispose() }
        withExtendedLifetime(action) {}
    }
}
