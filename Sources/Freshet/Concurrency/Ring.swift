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
        removeAll()
        block?.deallocate()
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

    func removeAll() {
        while count > 0 { _ = removeFirst() }
    }

    /// Another one with the same elements.
    func copy() -> Ring {
        let copy = Ring()
        for index in 0..<count { copy.append(elements[place(index)]) }
        return copy
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

    private func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(2, capacity * 2))
        for index in 0..<count { (larger + index).moveInitialize(from: elements + place(index), count: 1) }
        block?.deallocate()
        (block, capacity, head) = (larger, max(2, capacity * 2), 0)
    }
}
