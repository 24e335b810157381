import Synchronization

/// A number that many threads change.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }
    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
