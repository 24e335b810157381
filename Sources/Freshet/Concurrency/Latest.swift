// Sendable: touched by one event at a time, inside the serializer of the stage if it has one.
/// Holds the newest element of a stream.
///
/// The element that is replaced is released after the replacement, so that its `deinit` may call back into the stream.
final class Latest<Element>: @unchecked Sendable {
    // Not an optional: generic code would look up the optional's metadata for each element.
    private let place = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    // Unchecked exclusivity: no foreign code runs during an access.
    @exclusivity(unchecked) private(set) var isPresent = false

    deinit {
        if isPresent { place.deinitialize(count: 1) }
        place.deallocate()
    }

    /// The newest element.
    /// - Precondition: `isPresent`.
    var current: Element { place.pointee }

    /// - Precondition: `isPresent`.
    func take() -> Element {
        isPresent = false
        return place.move()
    }

    func replace(with element: Element) {
        if isPresent {
            let replaced = place.move()
            place.initialize(to: element)
            withExtendedLifetime(replaced) {}
        } else {
            place.initialize(to: element)
            isPresent = true
        }
    }

    /// Changes the element in place. The caller sees to it that changes do not overlap.
    /// - Precondition: `isPresent`.
    func update(_ change: (inout Element) throws -> Void) rethrows { try change(&place.pointee) }

    /// Releases the element, if there is one.
    func clear() {
        if isPresent { _ = take() }
    }
}
