// Confined to the thread whose thread-local pointer names it, and to the time of the call to run that made it.
/// Takes turns on one thread: what is enqueued while work runs here waits for its turn.
///
/// The first subscription on a thread opens the trampoline, and returns when all turns have been taken. Sources that emit several elements
/// (`of`, `from`, `range`) emit one a turn while others wait, so that two of them interleave.
struct Trampoline {
    /// What waits for its turn: an object, which may wait again and again without a new closure for each turn.
    class Turn {
        func take(on trampoline: Trampoline) {}
    }

    private static let current = ThreadLocalPointer()
    /// Who waits; on the stack of the call that opened the trampoline, since after most subscriptions nobody does.
    private let line: UnsafeMutablePointer<Line>

    /// Whether nobody else waits for a turn.
    var isIdle: Bool { line.pointee.isEmpty }

    /// The trampoline that is open on this thread.
    static var active: Trampoline? {
        current.value.map { Trampoline(line: $0.assumingMemoryBound(to: Line.self)) }
    }

    /// Runs `work` at once, and takes all turns before it returns unless an outer call on this thread will.
    @inline(__always)
    static func run(_ work: () -> Void) {
        if current.value != nil { return work() }
        open { _ in work() }
    }

    private static func open(_ work: (Trampoline) -> Void) {
        var line = Line()
        withUnsafeMutablePointer(to: &line) { line in
            let trampoline = Trampoline(line: line)
            current.value = UnsafeMutableRawPointer(line)
            work(trampoline)
            while !trampoline.isIdle { line.pointee.removeFirst().take(on: trampoline) }
            current.value = nil
        }
    }

    /// Has the turn taken after those that wait already; on a thread without an open trampoline, at once.
    static func enqueue(_ turn: Turn) {
        if let active { active.enqueue(turn) } else { open { turn.take(on: $0) } }
    }

    /// The same for work that has one turn.
    static func enqueue(_ work: @escaping () -> Void) { enqueue(ClosureTurn(work)) }

    /// Has the turn taken after those that wait already.
    func enqueue(_ turn: Turn) { line.pointee.turns.append(turn) }

    private struct Line {
        var turns: ContiguousArray<Turn> = []
        var head = 0

        var isEmpty: Bool { head == turns.count }

        mutating func removeFirst() -> Turn {
            let turn = turns[head]
            head += 1
            if isEmpty {
                turns.removeAll(keepingCapacity: true)
                head = 0
            } else if head > 64, head * 2 > turns.count {
                turns.removeFirst(head)
                head = 0
            }
            return turn
        }
    }

    private final class ClosureTurn: Turn {
        private let work: () -> Void

        init(_ work: @escaping () -> Void) { self.work = work }

        override func take(on trampoline: Trampoline) { work() }
    }
}
