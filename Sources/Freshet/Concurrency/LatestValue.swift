// Sendable: accessed by one event at a time, inside the stage's serializer if it has one.
/// Holds the newest element of a stream.
///
/// A replaced element is released after its replacement, so its `deinit` may call back into the stream.
final class LatestValue<Element>: @unchecked Sendable {
    // Not an optional: generic code would look up the optional's metadata for each element.
    private let storage = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    /// True if releasing an element runs no code.
    private let isTrivial = _isPOD(Element.self)
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private(set) var isPresent = false

    deinit {
        if isPresent { storage.deinitialize(count: 1) }
        storage.deallocate()
    }

    /// The newest element.
    /// - Precondition: `isPresent`.
    var current: Element { storage.pointee }

    /// Removes and returns the element.
    /// - Precondition: `isPresent`.
    func take() -> Element {
        isPresent = false
        return storage.move()
    }

    func replace(with element: Element) {
        if isPresent {
            if isTrivial { storage.pointee = element } else { exchange(with: element) }
        } else {
            storage.initialize(to: element)
            isPresent = true
        }
    }

    /// Replaces the element and calls `delivery`, which delivers what follows from the new element.
    ///
    /// Releases the replaced element afterwards: an element that its `deinit` sends must not overtake this one.
    @inline(__always)
    func replace(with element: Element, _ delivery: () -> Void) {
        if isTrivial || !isPresent {
            replace(with: element)
            delivery()
        } else {
            exchange(with: element, delivery)
        }
    }

    @inline(never)
    private func exchange(with element: Element, _ delivery: () -> Void = {}) {
        let replaced = storage.move()
        storage.initialize(to: element)
        delivery()
        withExtendedLifetime(replaced) {}
    }

    /// Changes the element in place. The caller must not let changes overlap.
    /// - Precondition: `isPresent`.
    func update(_ change: (inout Element) throws -> Void) rethrows { try change(&storage.pointee) }

    /// Removes the element, if there is one, calls `delivery`, then releases the element.
    func clear(_ delivery: () -> Void = {}) {
        guard isPresent else { return delivery() }
        let removed = take()
        delivery()
        withExtendedLifetime(removed) {}
    }
}
