/// A first-in, first-out queue in one block of memory. Appending and removing are amortized O(1).
///
/// It avoids optionals, so unspecialized code needs only the element's own metadata. Where that cost doesn't matter,
/// use ``Queue``, a value type.
final class RingBuffer<Element> {
    // Unchecked exclusivity: no foreign code runs during an access, and the checks cost more than the changes.
    /// Nil until the first element is appended.
    @exclusivity(unchecked) private var block: UnsafeMutablePointer<Element>?
    /// 0 or a power of two.
    @exclusivity(unchecked) private var capacity = 0
    @exclusivity(unchecked) private var head = 0
    @exclusivity(unchecked) private(set) var count = 0

    // Used only after `grow` or `reserve`, or when `count` is not 0.
    private var elements: UnsafeMutablePointer<Element> { block.unsafelyUnwrapped }

    deinit {
        guard let block else { return }
        let (first, second) = runs
        (block + first.lowerBound).deinitialize(count: first.count)
        block.deinitialize(count: second)
        block.deallocate()
    }

    func append(_ element: Element) {
        if count == capacity { grow() }
        (elements + position(count)).initialize(to: element)
        count += 1
    }

    /// Appends an element. If `count` then exceeds `limit`, removes the oldest element.
    /// - Precondition: elements are trivial.
    func append(_ element: Element, limit: Int) {
        if count == limit, limit == 1 { return elements[head] = element }
        append(element)
        if count > limit { leaveFirst() }
    }

    /// Appends an element. If `count` then exceeds `limit`, moves the oldest element to `evicted` and returns true.
    func append(_ element: Element, limit: Int, evicted: RingBuffer) -> Bool {
        append(element)
        if count <= limit { return false }
        evicted.moveAppend(from: elements + head)
        leaveFirst()
        return true
    }

    private func moveAppend(from source: UnsafeMutablePointer<Element>) {
        if count == capacity { grow() }
        (elements + position(count)).moveInitialize(from: source, count: 1)
        count += 1
    }

    /// - Precondition: `count` is not 0.
    var first: Element { elements[head] }

    /// - Precondition: `count` is not 0.
    var last: Element { elements[position(count &- 1)] }

    /// - Precondition: `count` is not 0.
    func removeFirst() -> Element {
        let first = elements + head
        leaveFirst()
        return first.move()
    }

    /// - Precondition: `count` is not 0.
    func removeLast() -> Element {
        count &-= 1
        return (elements + position(count)).move()
    }

    /// Empties the buffer, then releases the elements: their `deinit` may append.
    func removeAll() { _ = moveAll() }

    /// Returns a buffer with the same elements, copied in at most two blocks.
    func copy() -> RingBuffer {
        let copy = RingBuffer()
        guard let block else { return copy }
        copy.reserve(capacity)
        let (first, second) = runs
        copy.elements.initialize(from: block + first.lowerBound, count: first.count)
        (copy.elements + first.count).initialize(from: block, count: second)
        copy.count = count
        return copy
    }

    /// Calls `body` with each element, oldest first, until it returns false. `body` must not add or remove elements.
    func forEach(_ body: (Element) -> Bool) {
        for index in 0..<count where !body(elements[position(index)]) { return }
    }

    /// Moves all elements into a new buffer, and returns it.
    func moveAll() -> RingBuffer {
        let moved = RingBuffer()
        moved.exchange(with: self)
        return moved
    }

    /// Exchanges all elements with `other`.
    func exchange(with other: RingBuffer) {
        (block, other.block) = (other.block, block)
        (capacity, other.capacity) = (other.capacity, capacity)
        (head, other.head) = (other.head, head)
        (count, other.count) = (other.count, count)
    }

    private func position(_ index: Int) -> Int { (head &+ index) & (capacity &- 1) }

    private func leaveFirst() {
        head = position(1)
        count &-= 1
    }

    /// The elements' positions: a range up to the end of the block, and a count from its beginning.
    private var runs: (first: Range<Int>, second: Int) {
        let first = min(count, capacity - head)
        return (head..<head + first, count - first)
    }

    /// - Precondition: `block` is nil; `capacity` is a power of two.
    private func reserve(_ capacity: Int) {
        block = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(2, capacity * 2))
        if let block {
            let (first, second) = runs
            larger.moveInitialize(from: block + first.lowerBound, count: first.count)
            (larger + first.count).moveInitialize(from: block, count: second)
            block.deallocate()
        }
        (block, capacity, head) = (larger, max(2, capacity * 2), 0)
    }
}
