/// First in, first out, in one block of memory; both ends cost O(1) amortised.
///
/// It holds no optionals and is a class: code that does not know the type of the elements handles them through their own metadata, and never
/// looks up that of another type. ``Queue`` is a value, for where that does not matter.
final class Ring<Element> {
    private var elements: UnsafeMutablePointer<Element>
    /// 0 or a power of two.
    private var capacity = 0
    private var head = 0
    private(set) var count = 0

    init() { elements = .allocate(capacity: 0) }

    deinit {
        removeAll()
        elements.deallocate()
    }

    func append(_ element: Element) {
        if count == capacity { grow() }
        (elements + place(count)).initialize(to: element)
        count += 1
    }

    /// - Precondition: `count` is not 0.
    func removeFirst() -> Element {
        let first = elements + head
        head = place(1)
        count -= 1
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
        swap(&moved.elements, &elements)
        swap(&moved.capacity, &capacity)
        swap(&moved.head, &head)
        swap(&moved.count, &count)
        return moved
    }

    private func place(_ index: Int) -> Int { (head + index) & (capacity - 1) }

    private func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(2, capacity * 2))
        for index in 0..<count { (larger + index).moveInitialize(from: elements + place(index), count: 1) }
        elements.deallocate()
        (elements, capacity, head) = (larger, max(2, capacity * 2), 0)
    }
}
