/// The events that a source sends re-entrantly while an operator handles an earlier element.
///
/// A struct, so that subscriptions that postpone nothing allocate nothing.
struct PostponedEvents<Element> {
    private var elements = Queue<Element>()
    /// False until ``next()`` has returned nil: elements that arrive before that are postponed too.
    // Not derived from the queue, whose optionals cost a look-up of metadata for each element.
    private(set) var isEmpty = true
    /// The source's terminal event. It follows the elements.
    var end: Termination?

    @inline(never)
    mutating func append(_ element: Element) {
        elements.append(element)
        isEmpty = false
    }

    /// Removes and returns the oldest element; nil if none is left.
    @inline(never)
    mutating func next() -> Element? {
        if let first = elements.popFirst() { return first }
        isEmpty = true
        return nil
    }
}
