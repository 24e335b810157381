import Freshet
import Synchronization

/// Records what an observer and the closures of its chain are called for, and whether they are called after the end.
final class CausalWitness: Sendable {
    private struct Record {
        /// The numbers of the elements and the end; a number that comes again is recorded once.
        var heard: [String] = []
        var known: Set<Int> = []
        var isOver = false
        var offences: Set<String> = []
    }

    private let record = Mutex(Record())

    var heard: [String] { record.withLock { $0.heard } }
    /// Whether the chain has ended or has been disposed.
    var isOver: Bool { record.withLock { $0.isOver } }
    var offences: Set<String> { record.withLock { $0.offences } }

    /// Whether the element of that number has come, or there is none.
    func hasHeard(_ number: Int) -> Bool { record.withLock { number == 0 || $0.known.contains(number) } }

    func offend(_ offence: String) { record.withLock { _ = $0.offences.insert(offence) } }

    /// Call as soon as `dispose()` has returned.
    func disposed() { record.withLock { $0.isOver = true } }

    /// Call when a closure of the chain starts.
    func closureStarts(_ name: String) {
        record.withLock { if $0.isOver { $0.offences.insert("\(name) starts after the end") } }
    }

    func hear(_ event: Event<Item>) {
        record.withLock { record in
            if record.isOver { record.offences.insert("the observer receives an event after the end") }
            switch event {
            case .next(let item):
                if record.known.insert(item.number).inserted { record.heard.append("\(item.number)") }
            case .error:
                record.heard.append("error")
                record.isOver = true
            case .completed:
                record.heard.append("completed")
                record.isOver = true
            }
        }
    }
}
