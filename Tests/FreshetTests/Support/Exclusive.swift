import Freshet
import FreshetPlatform

/// An observer that counts violations of the Rx contract: concurrent events and events after the end.
final class Exclusive<Element: Sendable>: ObserverType, Sendable {
    private struct Record {
        var elements: [Element] = []
        var ends = 0
        var late = 0
    }

    private let inside = Count()
    private let overlapping = Count()
    private let record = Mutex(Record())

    var elements: [Element] { record.withLock { $0.elements } }
    var ends: Int { record.withLock { $0.ends } }

    /// The number of contract violations.
    var violations: Int { overlapping.value + record.withLock { $0.late + max(0, $0.ends - 1) } }

    func on(_ event: Event<Element>) {
        if inside.up() > 1 { overlapping.up() }
        record.withLock { record in
            if record.ends > 0 { record.late += 1 }
            if let element = event.element { record.elements.append(element) } else { record.ends += 1 }
        }
        inside.down()
    }
}

extension Exclusive<Int> {
    /// Returns true if the elements of each source are complete and in order. Source k sends k * 1_000_000, k * 1_000_000 + 1, …
    func keepsEachOrder(sources: Int, count: Int) -> Bool {
        let elements = elements
        return (0..<sources).allSatisfy { source in
            elements.filter { $0 / 1_000_000 == source }.elementsEqual((0..<count).map { source * 1_000_000 + $0 })
        }
    }
}
