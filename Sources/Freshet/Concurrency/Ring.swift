/// First in, first out, in one block of memory; both ends cost O(1) amortised.
///
/// It holds no optionals and is a class: code that does not know the type of the elements handles them through their own metadata, and never
/// looks up that of another type. ``Queue`` is a value, for where that does not matter.
final class Ring<Element> {
    // Not checked for overlapping access: no foreign code runs while these change, and the checks cost more than the changes.
    /// Nil until there has been one.
    @exclusivity(unchecked) private var block: UnsafeMutablePointer<Element>?
    /// 0 or a power of two.
    @exclusivity(unchecked) private var capacity = 0
    @exclusivity(unchecked) private var head = 0
    @exclusivity(unchecked) private(set) var count = 0

    // Each use comes behind a `grow`, or where `count` is not 0.
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
        (elements + place(count)).initialize(to: element)
        count += 1
    }

    /// Appends; what has been here longest is moved to `dropped` if there is one too many for `limit`, and whether there was is returned.
    func append(_ element: Element, limit: Int, dropped: UnsafeMutablePointer<Element>) -> Bool {
        append(element)
        if count <= limit { return false }
        dropped.moveInitialize(from: elements + head, count: 1)
        leaveFirst()
        return true
    }

    /// - Precondition: `count` is not 0.
    var first: Element { elements[head] }

    /// - Precondition: `count` is not 0.
    var last: Element { elements[place(count &- 1)] }

    /// - Precondition: `count` is not 0.
    func removeFirst() -> Element {
        let first = elements + head
        leaveFirst()
        return first.move()
    }

    /// Releases the elements once the ring is empty: a `deinit` may append.
    func removeAll() { _ = moveAll() }

    /// A ring with the same elements, copied in one or two pieces.
    func copy() -> Ring {
        let copy = Ring()
        guard let block else { return copy }
        copy.reserve(capacity)
        let (first, second) = runs
        copy.elements.initialize(from: block + first.lowerBound, count: first.count)
        (copy.elements + first.count).initialize(from: block, count: second)
        copy.count = count
        return copy
    }

    /// Calls `body` with each element, the oldest first, until it returns false. No element is added or removed meanwhile.
    func forEach(_ body: (Element) -> Bool) {
        for index in 0..<count where !body(elements[place(index)]) { return }
    }

    /// Moves all elements into another one.
    func moveAll() -> Ring {
        let moved = Ring()
        moved.exchange(with: self)
        return moved
    }

    /// Gives all elements to `other` and takes what that one has.
    func exchange(with other: Ring) {
        (block, other.block) = (other.block, block)
        (capacity, other.capacity) = (other.capacity, capacity)
        (head, other.head) = (other.head, head)
        (count, other.count) = (other.count, count)
    }

    private func place(_ index: Int) -> Int { (head &+ index) & (capacity &- 1) }

    private func leaveFirst() {
        head = place(1)
        count &-= 1
    }

    /// Where the elements are: up to the end of the block, then so many at its beginning.
    private var runs: (first: Range<Int>, second: Int) {
        let first = min(count, capacity - head)
        return (head..<head + first, count - first)
    }

    /// - Precondition: There is no block yet; `capacity` is a power of two.
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
