import Platform

/// Where playing an audio or video file of an item stopped.
package struct Playback: Sendable, Hashable {
    /// The address of the file.
    package var address: String
    /// The position in the file, in seconds.
    package var position: TimeInterval
    /// The length of the file in seconds; nil if the player doesn't know it.
    package var duration: TimeInterval?
    /// When it was at this position.
    package var date: Date

    /// Creates a position.
    package init(address: String, position: TimeInterval, duration: TimeInterval? = nil, date: Date) {
        self.address = address
        self.position = position
        self.duration = duration
        self.date = date
    }
}
