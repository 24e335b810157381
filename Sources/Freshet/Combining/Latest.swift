// Safe to share: touched by one event at a time, inside the serializer of the stage if it has one.
/// The newest element of one stream.
final class Latest<Element>: @unchecked Sendable {
    // Not an optional: code that does not know the type would look up the optional's metadata for each element.
    private let place = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    private(set) var isThere = false

    deinit {
        if isThere { place.deinitialize(count: 1) }
        place.deallocate()
    }

    /// The newest element.
    /// - Precondition: `isThere`.
    var current: Element { place.pointee }

    func replace(with element: Element) {
        if isThere { place.pointee = element } else { place.initialize(to: element) }
        isThere = true
    }
}
