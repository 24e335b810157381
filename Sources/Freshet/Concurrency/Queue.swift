/// A first-in, first-out queue. Appending and removing are amortized O(1).
package struct Queue<Element> {
    private var elements: ContiguousArray<Element?> = []
    private var head = 0

    package init() {}

    package var isEmpty: Bool { head == elements.count }
    package var count: Int { elements.count - head }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let first = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head > 32, head * 2 > elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return first
    }

    package mutating func removeAll() {
        elements = []
        head = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
