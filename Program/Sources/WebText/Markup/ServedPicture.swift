/// A picture that the reader's own server shows.
package struct ServedPicture: Sendable, Hashable {
    /// A size in pixels.
    package struct Size: Sendable, Hashable {
        /// The sides that pages allow.
        package static let range = 1...10_000

        /// A side.
        package let width, height: Int

        /// Nil for a side that no page allows.
        package init?(width: Int, height: Int) {
            guard Self.range.contains(width), Self.range.contains(height) else { return nil }
            (self.width, self.height) = (width, height)
        }
    }

    /// The path that the server shows it from.
    package let path: String
    /// Its size; nil if the server doesn't know it.
    package let size: Size?

    /// Creates a picture at a path.
    package init(path: String, size: Size? = nil) {
        self.path = path
        self.size = size
    }
}
