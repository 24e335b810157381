// Confined to the thread whose thread-local pointer names it, and to the time of the call to run that made it.
/// Takes turns on one thread: what is enqueued while work runs here waits for its turn.
///
/// The first subscription on a thread opens the trampoline, and returns when all turns have been taken. Sources that emit several elements
/// (`of`, `from`, `range`) emit one a turn while others wait, so that two of them interleave.
final class Trampoline {
    /// What waits for its turn: an object, which may wait again and again without a new closure for each turn.
    class Turn {
        func take(on trampoline: Trampoline) {}
    }

    private static let current = ThreadLocalPointer()
    // Not checked for overlapping access: no foreign code runs while these change.
    @exclusivity(unchecked) private var turns: ContiguousArray<Turn> = []
    @exclusivity(unchecked) private var head = 0

    /// Whether nobody else waits for a turn.
    var isIdle: Bool { head == turns.count }

    /// The trampoline that is open on this thread.
    static var active: Trampoline? {
        current.value.map { Unmanaged<Trampoline>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs `work` at once, and takes all turns before it returns unless an outer call on this thread will.
    @inline(__always)
    static func run(_ work: () -> Void) {
        if current.value != nil { return work() }
        open { _ in work() }
    }

    private static func open(_ work: (Trampoline) -> Void) {
        let trampoline = Trampoline()
        current.value = Unmanaged.passUnretained(trampoline).toOpaque()
        work(trampoline)
        trampoline.takeTurns()
        current.value = nil
        withExtendedLifetime(trampoline) {}
    }

    /// Has the turn taken after those that wait already; on a thread without an open trampoline, at once.
    static func enqueue(_ turn: Turn) {
        if let active { active.enqueue(turn) } else { open { turn.take(on: $0) } }
    }

    /// The same for work that has one turn.
    static func enqueue(_ work: @escaping () -> Void) { enqueue(ClosureTurn(work)) }

    /// Has the turn taken after those that wait already.
    func enqueue(_ turn: Turn) { turns.append(turn) }

    private func takeTurns() {
        while head < turns.count {
            let turn = turns[head]
            head += 1
            if head == turns.count {
                turns.removeAll(keepingCapacity: true)
                head = 0
            } else if head > 64, head * 2 > turns.count {
                turns.removeFirst(head)
                head = 0
            }
            turn.take(on: self)
        }
    }

    private final class ClosureTurn: Turn {
        private let work: () -> Void

        init(_ work: @escaping () -> Void) { self.work = work }

        override func take(on trampoline: Trampoline) { work() }
    }
}
