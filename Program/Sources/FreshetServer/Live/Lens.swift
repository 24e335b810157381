import NIOCore

/// A way to show the frames of a channel as events, shared by all clients who look that way: each event is encoded once.
protocol Lens: Sendable {
    /// Takes in the newest frame, before any client is woken for it.
    func show(_ frame: Frame)

    /// The event that leads from the frame that a client has (nil: none) to the newest one; nil where nothing is to be told.
    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)?
}

/// Which lens.
enum LensKind: Sendable, Hashable {
    /// The document for programs.
    case document
    /// The rows of a page.
    case page(PageQuery)
    /// The rows that the first page has of the feed; without ids, since its events are of several feeds.
    case digest
}
