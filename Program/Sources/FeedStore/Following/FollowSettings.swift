public import Platform

/// The name, folder and interval of a followed feed.
public struct FollowSettings: Sendable, Hashable {
    /// How often a feed is refreshed.
    public enum PollInterval: Sendable, Hashable {
        /// After this many seconds.
        case seconds(Int)
        /// Only on request.
        case never

        /// The number of seconds; nil for never.
        public var seconds: TimeInterval? {
            if case .seconds(let count) = self { TimeInterval(count) } else { nil }
        }
    }

    /// The reader's own name for the feed; nil uses the feed's title.
    public var name: String?
    /// The path of the folder that contains the feed, such as `News/Tech`; nil for none. See ``FolderPath``.
    public var folder: String?
    /// How often the feed is refreshed; nil for its default interval.
    public var interval: PollInterval?

    /// Creates settings; by default none.
    public init(name: String? = nil, folder: String? = nil, interval: PollInterval? = nil) {
        self.name = name
        self.folder = folder
        self.interval = interval
    }
}
