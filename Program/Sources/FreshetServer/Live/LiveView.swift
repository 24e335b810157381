import NIOCore

/// The events for a live feed's newest frame, made once and shared by all clients.
protocol LiveView: Sendable {
    /// The epoch of the live feed.
    var epoch: String { get }

    /// The event that leads a client from the frame it has (nil: none) to the newest one; nil if there is nothing to send.
    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)?
}
