import Synchronization

/// A type that runs work as soon as possible.
@preconcurrency
public protocol ImmediateSchedulerType: Sendable {
    /// Runs `action` with `state` as soon as possible. It doesn't run if the result is disposed first.
    @preconcurrency
    func schedule<StateType>(
        _ state: StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable
}

extension ImmediateSchedulerType {
    /// Runs `action`, then again for each call of `recurse`. Ends when the result is disposed.
    @preconcurrency
    public func scheduleRecursive<State>(
        _ state: State, action: @escaping @Sendable (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        let recursion = Recursion(self, action)
        recursion.schedule(state)
        return recursion
    }
}

// Sendable: state is guarded by `pending`.
private final class Recursion<State>: Disposable, @unchecked Sendable {
    typealias Action = @Sendable (State, (State) -> Void) -> Void

    private struct Pending {
        /// Nil after disposal or the last turn, so that its captures are released.
        var action: Action?
        var lastTurn = 0
        /// The disposable that cancels each unfinished turn; nil until `schedule` returns it.
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
            // The turn may have run before `schedule` returned.
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
