/// A piece of work of a ``VirtualTimeScheduler``. Disposal releases its action immediately.
final class VirtualWork<Time: Sendable>: Disposable {
    typealias Action = @Sendable () -> any Disposable

    let time: Time
    /// The date of `time`, if exactly known.
    let date: ExactDate?
    /// The position in scheduling order.
    let id: Int
    private let action: RunOnceClosure
    private let result: SingleAssignmentDisposable

    init(_ time: Time, _ date: ExactDate?, id: Int, _ action: @escaping Action) {
        self.time = time
        self.date = date
        self.id = id
        let result = SingleAssignmentDisposable()
        self.result = result
        self.action = RunOnceClosure { result.setDisposable(action()) }
    }

    var isDisposed: Bool { result.isDisposed }

    /// Disposes the work and the result of its action. It doesn't retain the work, which retains streams.
    var disposal: any Disposable { Disposal(work: self, result: result) }

    private struct Disposal: Disposable {
        weak let work: VirtualWork?
        let result: SingleAssignmentDisposable

        func dispose() {
            work?.dispose()
            result.dispose()
        }
    }

    /// Runs the action, unless the work has been disposed.
    func run() { action.run() }

    func dispose() {
        action.drop()
        result.dispose()
    }
}

/// A heap of scheduled work. Insertion and removal are O(log n).
struct VirtualWorkQueue<Time: Sendable>: Sendable {
    typealias Work = VirtualWork<Time>

    private var heap: [Work] = []

    var isEmpty: Bool { heap.isEmpty }
    var count: Int { heap.count }

    mutating func append(_ work: Work, _ precedes: (Work, Work) -> Bool) {
        heap.append(work)
        var child = heap.count - 1
        while child > 0, precedes(heap[child], heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst(_ precedes: (Work, Work) -> Bool) -> Work? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        heap[0] = last
        var parent = 0
        while let child = firstChild(of: parent, precedes), precedes(heap[child], heap[parent]) {
            heap.swapAt(child, parent)
            parent = child
        }
        return first
    }

    private func firstChild(of parent: Int, _ precedes: (Work, Work) -> Bool) -> Int? {
        let (left, right) = (2 * parent + 1, 2 * parent + 2)
        if right < heap.count, precedes(heap[right], heap[left]) { return right }
        return left < heap.count ? left : nil
    }

    /// Removes and returns all work, in no particular order.
    mutating func removeAll() -> [Work] {
        defer { heap = [] }
        return heap
    }
}
