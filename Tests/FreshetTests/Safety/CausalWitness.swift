import Freshet
import FreshetPlatform

/// Records an observer's events, and calls of the observer or a closure of its chain after the end.
final class CausalWitness: Sendable {
    private struct Record {
        /// The numbers of the elements, each once, and the terminal event.
        var received: [String] = []
        var known: Set<Int> = []
        var isOver = false
        var violations: Set<String> = []
    }

    private let record = Mutex(Record())

    var received: [String] { record.withLock { $0.received } }
    /// True if the chain has ended or has been disposed.
    var isOver: Bool { record.withLock { $0.isOver } }
    var violations: Set<String> { record.withLock { $0.violations } }

    /// Returns true if the element `number` has been received, or `number` is 0.
    func hasReceived(_ number: Int) -> Bool { record.withLock { number == 0 || $0.known.contains(number) } }

    func report(_ violation: String) { record.withLock { _ = $0.violations.insert(violation) } }

    /// Must be called as soon as `dispose()` has returned.
    func disposed() { record.withLock { $0.isOver = true } }

    /// Must be called when a closure of the chain starts.
    func closureStarts(_ name: String) {
        record.withLock { if $0.isOver { $0.violations.insert("\(name) starts after the end") } }
    }

    func receive(_ event: Event<Item>) {
        record.withLock { record in
            if record.isOver { record.violations.insert("the observer receives an event after the end") }
            switch event {
            case .next(let item):
                if record.known.insert(item.number).inserted { record.received.append("\(item.number)") }
            case .error:
                record.received.append("error")
                record.isOver = true
            case .completed:
                record.received.append("completed")
                record.isOver = true
            }
        }
    }
}
