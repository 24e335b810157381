import Synchronization

/// A fixed number of counters that many threads add to without waiting.
///
/// `@unchecked Sendable`: the pointer is immutable after init, and what it points to is atomic.
final class AtomicCounters: @unchecked Sendable {
    private let first: UnsafeMutablePointer<Atomic<Int>>
    private let count: Int

    init(_ count: Int) {
        self.count = count
        first = .allocate(capacity: count)
        for index in 0..<count { (first + index).initialize(to: Atomic(0)) }
    }

    deinit {
        first.deinitialize(count: count)
        first.deallocate()
    }

    func add(_ amount: Int = 1, at index: Int) {
        precondition(0..<count ~= index)
        first[index].add(amount, ordering: .relaxed)
    }

    subscript(index: Int) -> Int {
        precondition(0..<count ~= index)
        return first[index].load(ordering: .relaxed)
    }
}
