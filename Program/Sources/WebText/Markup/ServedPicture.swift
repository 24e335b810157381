/// A picture that the reader's own server shows.
public struct ServedPicture: Sendable, Hashable {
    /// A size in pixels.
    public struct Size: Sendable, Hashable {
        /// The sides that pages allow.
        public static let range = 1...10_000

        /// A side.
        public let width, height: Int

        /// Nil for a side that no page allows.
        public init?(width: Int, height: Int) {
            guard Self.range.contains(width), Self.range.contains(height) else { return nil }
            (self.width, self.height) = (width, height)
        }
    }

    /// The path that the server shows it from.
    public let path: String
    /// Its size; nil if the server doesn't know it.
    public let size: Size?

    /// Creates a picture at a path.
    public init(path: String, size: Size? = nil) {
        self.path = path
        self.size = size
    }
}
