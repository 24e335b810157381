public import Platform

/// Where playing an audio or video file of an item stopped.
public struct Playback: Sendable, Hashable {
    /// The address of the file.
    public var address: String
    /// The position in the file, in seconds.
    public var position: TimeInterval
    /// The length of the file in seconds; nil if the player doesn't know it.
    public var duration: TimeInterval?
    /// When it was at this position.
    public var date: Date

    /// Creates a position.
    public init(address: String, position: TimeInterval, duration: TimeInterval? = nil, date: Date) {
        self.address = address
        self.position = position
        self.duration = duration
        self.date = date
    }
}
