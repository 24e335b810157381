import Platform

/// A feed that the reader follows.
package struct StoredFollow: Sendable, Hashable {
    /// The feed.
    package var feed: FeedKey
    /// The feed's path as it was given, in its original case, such as `github/Octocat/Hello`.
    package var path: String
    /// The chosen settings.
    package var settings: FollowSettings
    /// The date when the feed was first followed.
    package var since: Date

    /// The feed's own title; nil if it is unknown.
    package var title: String?
    /// The additional data of the feed if it must be kept; see ``Snapshot/extra``.
    package var extra: Data?

    /// Creates a followed feed.
    package init(
        feed: FeedKey, path: String, settings: FollowSettings = FollowSettings(), since: Date, title: String? = nil,
        extra: Data? = nil
    ) {
        self.feed = feed
        self.path = path
        self.settings = settings
        self.since = since
        self.title = title
        self.extra = extra
    }
}

/// The settings of a followed feed, such as its name, folder, interval and retention.
package struct FollowSettings: Sendable, Hashable {
    /// The interval at which a feed is refreshed.
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

    /// The way in which the feed's items join others that tell the same story.
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
    /// The refresh interval; nil for the feed's default.
    package var interval: PollInterval?
    /// True to load the full text of an item when it is opened; nil for the default, false.
    package var loadsFullTexts: Bool?
    /// The minimum retention, beyond that of all feeds; nil for none. The items are those of all followers:
    /// the longest retention counts.
    package var retention: ItemRetention?

    /// The way in which its items join others; nil for the default, ``Stories/joined``.
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

/// The refresh interval of a feed for all its followers: the shortest of theirs.
package struct FeedInterval: Sendable, Hashable {
    /// The shortest interval that an account chose; nil if none did.
    package let chosen: FollowSettings.PollInterval?
    /// True if an account follows the feed at its default interval, so that no longer one applies.
    package let hasDefault: Bool

    /// An interval.
    ///
    /// - Parameter followers: the intervals of the accounts that follow the feed; nil for its default one.
    package init(_ followers: [FollowSettings.PollInterval?]) {
        let shortest = followers.compactMap { $0?.seconds }.min()
        hasDefault = followers.contains(nil)
        if let shortest {
            chosen = .seconds(Int(shortest))
        } else {
            chosen = hasDefault || followers.isEmpty ? nil : .never
        }
    }

    /// True if the feed is refreshed only on request.
    package var isNever: Bool { chosen == .never }

    /// The chosen number of seconds; nil if the default interval applies.
    package func seconds(default standard: TimeInterval) -> TimeInterval? {
        guard let seconds = chosen?.seconds, !hasDefault || seconds < standard else { return nil }
        return seconds
    }
}
