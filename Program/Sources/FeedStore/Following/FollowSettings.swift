public import Platform

/// The name, folder, interval and retention of a followed feed, and whether its full texts are loaded.
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

    /// How the feed's items are joined with others that tell the same story.
    public enum Stories: String, Sendable, Hashable, CaseIterable {
        /// As those of other feeds.
        case joined
        /// Their headline is that of the story.
        case first
        /// They join no other item.
        case apart
    }

    /// The reader's own name for the feed; nil uses the feed's title.
    public var name: String?
    /// The path of the folder that contains the feed, such as `News/Tech`; nil for none. See ``FolderPath``.
    public var folder: String?
    /// How often the feed is refreshed; nil for its default interval.
    public var interval: PollInterval?
    /// Whether the full text of an item is loaded when it is opened; nil for its default, which is not to.
    public var loadsFullTexts: Bool?
    /// What is kept of the feed at least, beyond what is kept of all feeds; nil for nothing. The items are those of all followers:
    /// the longest retention counts.
    public var retention: ItemRetention?

    /// How its items are joined with others; nil for its default, which is ``Stories/joined``.
    public var stories: Stories?

    /// Creates settings; by default none.
    public init(
        name: String? = nil, folder: String? = nil, interval: PollInterval? = nil, loadsFullTexts: Bool? = nil,
        retention: ItemRetention? = nil, stories: Stories? = nil
    ) {
        self.name = name
        self.folder = folder
        self.interval = interval
        self.loadsFullTexts = loadsFullTexts
        self.retention = retention
        self.stories = stories
    }
}
