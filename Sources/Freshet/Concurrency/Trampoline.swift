// Valid only on the thread that opened it, until the outermost call to `run` or `enqueue` returns.
/// Runs enqueued work on one thread, one turn after another.
///
/// The first subscription on a thread opens the trampoline, and returns when no turns are left. Sources that emit
/// several elements (`of`, `from`, `range`) emit one element per turn while other turns wait, so two such sources
/// interleave.
package struct Trampoline {
    /// The work of a turn. An object, so it can be enqueued repeatedly without a new closure.
    class Turn {
        func take(on trampoline: Trampoline) {}
    }

    private static let current = ThreadLocalPointer()
    /// The waiting turns. Stored on the stack of the call that opened the trampoline: most subscriptions enqueue none.
    private let queue: UnsafeMutablePointer<Queue<Turn>>

    /// True if no turn is waiting.
    var isIdle: Bool { queue.pointee.isEmpty }

    /// The trampoline that is open on this thread, if any.
    static var active: Trampoline? {
        current.value.map { Trampoline(queue: $0.assumingMemoryBound(to: Queue<Turn>.self)) }
    }

    /// Runs `work` immediately. The outermost call on a thread then takes all turns before it returns.
    @inline(__always)
    static func run(_ work: () -> Void) {
        if current.value != nil { return work() }
        open { _ in work() }
    }

    private static func open(_ work: (Trampoline) -> Void) {
        var queue = Queue<Turn>()
        withUnsafeMutablePointer(to: &queue) { queue in
            let trampoline = Trampoline(queue: queue)
            current.value = UnsafeMutableRawPointer(queue)
            work(trampoline)
            while let turn = queue.pointee.popFirst() { turn.take(on: trampoline) }
            current.value = nil
        }
    }

    /// Runs `body` as if no trampoline were open on this thread.
    ///
    /// `body` blocks the thread until streams that it subscribes to have ended, so these can't wait for their turns on
    /// the open trampoline.
    package static func suspend<Result>(during body: () -> Result) -> Result {
        let outer = current.value
        current.value = nil
        defer { current.value = outer }
        return body()
    }

    /// Enqueues a turn after the waiting ones. Without an open trampoline on this thread, takes it immediately.
    static func enqueue(_ turn: Turn) {
        if let active { active.enqueue(turn) } else { open { turn.take(on: $0) } }
    }

    /// Enqueues work for one turn.
    static func enqueue(_ work: @escaping () -> Void) { enqueue(ClosureTurn(work)) }

    /// Enqueues a turn after the waiting ones.
    func enqueue(_ turn: Turn) { queue.pointee.append(turn) }

    private final class ClosureTurn: Turn {
        private let work: () -> Void

        init(_ work: @escaping () -> Void) { self.work = work }

        override func take(on trampoline: Trampoline) { work() }
    }
}
