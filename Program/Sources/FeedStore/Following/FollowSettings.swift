import Platform

/// The name, folder, interval and retention of a followed feed, and whether its full texts are loaded.
package struct FollowSettings: Sendable, Hashable {
    /// How often a feed is refreshed.
    package enum PollInterval: Sendable, Hashable {
        /// After this many seconds.
        case seconds(Int)
        /// Only on request.
        case never

        /// The number of seconds; nil for never.
        package var seconds: TimeInterval? {
            if case .seconds(let count) = self { TimeInterval(count) } else { nil }
        }
    }

    /// How the feed's items are joined with others that tell the same story.
    package enum Stories: String, Sendable, Hashable, CaseIterable {
        /// As those of other feeds.
        case joined
        /// Their headline is that of the story.
        case first
        /// They join no other item.
        case apart
    }

    /// The reader's own name for the feed; nil uses the feed's title.
    package var name: String?
    /// The path of the folder that contains the feed, such as `News/Tech`; nil for none. See ``FolderPath``.
    package var folder: String?
    /// How often the feed is refreshed; nil for its default interval.
    package var interval: PollInterval?
    /// Whether the full text of an item is loaded when it is opened; nil for its default, which is not to.
    package var loadsFullTexts: Bool?
    /// What is kept of the feed at least, beyond what is kept of all feeds; nil for nothing. The items are those of all followers:
    /// the longest retention counts.
    package var retention: ItemRetention?

    /// How its items are joined with others; nil for its default, which is ``Stories/joined``.
    package var stories: Stories?

    /// Creates settings; by default none.
    package init(
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
