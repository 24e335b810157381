import Feeds
import NIOCore
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Content made for earlier requests, valid until something it was made of changes.
final class ContentCache: Sendable {
    /// The content.
    enum Key: Sendable, Hashable {
        case home(Preferences)
        /// With when the reader's last visit ended.
        case feed(Feed, PageQuery, Date?, Preferences, FeedPage.Loading)
        case document(LiveFeed.Key)
        case syndication(LiveFeed.Key, Target.Suffix, Syndication.Location)
    }

    /// The versions of what it was made of.
    struct Stamp: Sendable, Hashable {
        /// The store's version.
        let version: Int
        /// The version of the list of followed feeds.
        let followed: Int
        /// The newest frames of the feeds that are connected.
        var frames: [EventID?] = []
        /// The hour, because items are hidden by age.
        var hour = 0
    }

    private struct Entry {
        let stamp: Stamp
        let content: Content
        var used: Int
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var size = 0
        var uses = 0
    }

    /// The maximum number of uncompressed bytes.
    private static let maximum = 24 << 20
    private let state = Mutex(State())

    /// The cached content, if it is still valid.
    func content(_ key: Key, _ stamp: Stamp) -> Content? {
        state.withLock { state in
            guard let entry = state.entries[key], entry.stamp == stamp else { return nil }
            state.uses += 1
            state.entries[key]?.used = state.uses
            return entry.content
        }
    }

    /// Caches content.
    func keep(_ content: Content, _ key: Key, _ stamp: Stamp) {
        state.withLock { state in
            state.uses += 1
            let old = state.entries.updateValue(Entry(stamp: stamp, content: content, used: state.uses), forKey: key)
            state.size += content.bytes.readableBytes - (old?.content.bytes.readableBytes ?? 0)
            if state.size <= Self.maximum { return }
            // Rarely: the least recently used half is evicted.
            for (key, entry) in state.entries.sorted(by: { $0.value.used < $1.value.used }) {
                if state.size <= Self.maximum / 2 { return }
                state.entries[key] = nil
                state.size -= entry.content.bytes.readableBytes
            }
        }
    }
}
