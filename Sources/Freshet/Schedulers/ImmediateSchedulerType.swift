import FreshetPlatform

/// A type that runs work as soon as possible.
@preconcurrency
public protocol ImmediateSchedulerType: Sendable {
    /// Runs `action` with `state` as soon as possible. It doesn't run if the result is disposed first.
    @preconcurrency
    func schedule<StateType>(
        _ state: sending StateType, action: @escaping @Sendable (StateType) -> any Disposable
    ) -> any Disposable
}

extension ImmediateSchedulerType {
    /// Runs `action`, then again for each call of `recurse`. Ends when the result is disposed.
    @preconcurrency
    public func scheduleRecursive<State>(
        _ state: sending State, action: @escaping @Sendable (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        forStreams.scheduleTurns(state, action)
    }

    /// ``scheduleRecursive(_:action:)`` of a scheduler from ``forStreams``.
    func scheduleTurns<State>(
        _ state: State, _ action: @escaping @Sendable (_ state: State, _ recurse: (State) -> Void) -> Void
    ) -> any Disposable {
        let recursion = Recursion(self, action)
        recursion.schedule(state)
        return WeakDisposable(recursion)
    }
}

// Sendable: state is guarded by `pending`.
private final class Recursion<State>: Disposable, @unchecked Sendable {
    typealias Action = @Sendable (State, (State) -> Void) -> Void

    private struct Pending {
        /// Nil after disposal or the last turn, so that its captures are released.
        var action: Action?
        var lastTurn = 0
        var turns: [Int: Turn] = [:]
        /// The turns that a scheduler began synchronously during a turn, by the thread that is taking that turn.
        var nested: [UInt: [Int]] = [:]

        /// Returns the next nested turn; nil after the last one.
        mutating func nextNested(_ thread: UInt) -> Int? {
            if nested[thread]?.isEmpty == false { return nested[thread]?.removeFirst() }
            nested[thread] = nil
            return nil
        }
    }

    /// An unfinished turn.
    private struct Turn {
        /// Nil once the turn has begun. Kept here, because a scheduler may keep its work after disposal.
        var state: UncheckedTransfer<State>?
        /// Cancels the turn; nil until `schedule` returns it.
        var disposable: (any Disposable)?
    }

    private let scheduler: any ImmediateSchedulerType
    private let pending: Mutex<Pending>

    init(_ scheduler: any ImmediateSchedulerType, _ action: @escaping Action) {
        self.scheduler = scheduler
        pending = Mutex(Pending(action: action))
    }

    func schedule(_ state: State) {
        let state = UncheckedTransfer(state)
        let turn: Int? = pending.withLock { pending in
            if pending.action == nil { return nil }
            pending.lastTurn += 1
            pending.turns[pending.lastTurn] = Turn(state: state)
            return pending.lastTurn
        }
        guard let turn else { return }
        let disposable = scheduler.schedule(turn) { turn in
            self.take(turn)
            return Disposables.create()
        }
        let isOver = pending.withLock { pending in
            // The turn may have run before `schedule` returned.
            pending.turns[turn]?.disposable = disposable
            return pending.action == nil
        }
        if isOver { disposable.dispose() }
    }

    /// Takes a turn, and the turns that it makes the scheduler begin synchronously: the stack doesn't grow with them.
    private func take(_ first: Int) {
        let me = currentThreadID()
        let isNested = pending.withLock { pending in
            let isNested = pending.nested[me] != nil
            pending.nested[me, default: []] += isNested ? [first] : []
            return isNested
        }
        if isNested { return }
        var turn = first
        while true {
            takeOne(turn)
            guard let next = pending.withLock({ $0.nextNested(me) }) else { return }
            turn = next
        }
    }

    private func takeOne(_ turn: Int) {
        let (action, state) = pending.withLock { ($0.action, $0.turns[turn]?.state.take()) }
        if let action, let state { action(state.value) { self.schedule($0) } }
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
        for turn in turns.sorted(by: { $0.key < $1.key }) { turn.value.disposable?.dispose() }
        withExtendedLifetime(action) {}
    }
}
