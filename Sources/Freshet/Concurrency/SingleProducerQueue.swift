import Synchronization

/// A block of elements, and the block after it.
///
/// Not generic: unspecialized code would look up its metadata at each use.
private struct Block {
    var next: UnsafeMutablePointer<Block>?
    let elements: UnsafeMutableRawPointer
    let capacity: Int
}

// Sendable: only the producer uses the tail, and only the consumer the head; `events` orders their accesses.
/// An unbounded queue between one producer and one consumer, without a lock.
///
/// The producer stores an element, then increments an atomic count. The consumer delivers the counted elements, then
/// subtracts them from the count. If the count was 0 before the producer's increment, the consumer is idle.
///
/// The producer may change threads between calls, and so may the consumer, if each call happens before the next.
final class SingleProducerQueue<Element>: @unchecked Sendable {
    /// The amount by which the terminal event increments `events`.
    private static var end: Int { 1 << (Int.bitWidth - 2) }

    private let events = Atomic<Int>(0)
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private var tail: UnsafeMutablePointer<Block>?
    @exclusivity(unchecked) private var tailCount = 0
    /// Set by the producer for the first block, and by the consumer afterwards.
    @exclusivity(unchecked) private var head: UnsafeMutablePointer<Block>?
    @exclusivity(unchecked) private var headOffset = 0

    deinit {
        take(events.load(ordering: .acquiring) & ~Self.end) { _ in }
        if let head { Self.free(head) }
    }

    // MARK: Producer

    /// Appends an element. Returns the number of elements that were already waiting, and whether the consumer is idle.
    func append(_ element: Element) -> (waiting: Int, isIdle: Bool) {
        if tail == nil || tailCount == tail.unsafelyUnwrapped.pointee.capacity { addBlock() }
        slot(tail.unsafelyUnwrapped, tailCount).initialize(to: element)
        tailCount &+= 1
        let former = events.add(1, ordering: .acquiringAndReleasing).oldValue
        return (former, former == 0)
    }

    /// Appends the terminal event. Returns whether the consumer is idle.
    func appendEnd() -> Bool { events.add(Self.end, ordering: .acquiringAndReleasing).oldValue == 0 }

    private func addBlock() {
        let capacity = min(256, (tail?.pointee.capacity ?? 2) * 2)
        let block = UnsafeMutablePointer<Block>.allocate(capacity: 1)
        let elements = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        block.initialize(to: Block(next: nil, elements: elements, capacity: capacity))
        if let tail { tail.pointee.next = block } else { head = block }
        (tail, tailCount) = (block, 0)
    }

    // MARK: Consumer

    /// The number of waiting elements, and whether the terminal event follows them.
    var waiting: (count: Int, isLast: Bool) {
        let events = events.load(ordering: .acquiring)
        return (events & ~Self.end, events & Self.end != 0)
    }

    /// Removes `count` elements and passes each to `body`.
    /// - Precondition: at least `count` elements are waiting.
    func take(_ count: Int, _ body: (Element) -> Void) {
        guard count > 0, var block = head else { return }
        var offset = headOffset
        for _ in 0..<count {
            if offset == block.pointee.capacity {
                let next = block.pointee.next.unsafelyUnwrapped
                Self.free(block)
                (block, offset) = (next, 0)
            }
            body(slot(block, offset).move())
            offset &+= 1
        }
        (head, headOffset) = (block, offset)
    }

    /// Subtracts elements that have been taken. Returns false if no event is waiting; the consumer is then idle.
    func subtract(_ count: Int) -> Bool { events.subtract(count, ordering: .acquiringAndReleasing).newValue != 0 }

    private func slot(_ block: UnsafeMutablePointer<Block>, _ offset: Int) -> UnsafeMutablePointer<Element> {
        block.pointee.elements.assumingMemoryBound(to: Element.self) + offset
    }

    private static func free(_ block: UnsafeMutablePointer<Block>) {
        block.pointee.elements.deallocate()
        block.deallocate()
    }
}
