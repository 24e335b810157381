import NIOCore
import Synchronization

/// What was made for earlier requests, as long as nothing has changed that it was made of.
final class ContentCache: Sendable {
    /// What was asked for.
    enum Key: Sendable, Hashable {
        case home
        case feed(FeedAddress, PageQuery)
        case document(LiveChannel.Key)
        case syndication(LiveChannel.Key, Target.Suffix, Syndication.Location)
    }

    /// What it was made of.
    struct Stamp: Sendable, Hashable {
        /// The store's version.
        let version: Int
        /// That of the list of followed repositories, which is read after the store has changed.
        let following: Int
        /// The newest frames of the feeds, where they are followed.
        var frames: [EventID?] = []
        /// The hour: what is left out for its age changes slowly.
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

    /// As many bytes are kept, not counting what is compressed of them.
    private static let maximum = 24 << 20
    private let state = Mutex(State())

    /// What is kept, if it was made of the same.
    func content(_ key: Key, _ stamp: Stamp) -> Content? {
        state.withLock { state in
            guard let entry = state.entries[key], entry.stamp == stamp else { return nil }
            state.uses += 1
            state.entries[key]?.used = state.uses
            return entry.content
        }
    }

    /// Keeps what was made.
    func keep(_ content: Content, _ key: Key, _ stamp: Stamp) {
        state.withLock { state in
            state.uses += 1
            let old = state.entries.updateValue(Entry(stamp: stamp, content: content, used: state.uses), forKey: key)
            state.size += content.bytes.readableBytes - (old?.content.bytes.readableBytes ?? 0)
            if state.size <= Self.maximum { return }
            // Rarely: the half that was not used for longest goes.
            for (key, entry) in state.entries.sorted(by: { $0.value.used < $1.value.used }) {
                if state.size <= Self.maximum / 2 { return }
                state.entries[key] = nil
                state.size -= entry.content.bytes.readableBytes
            }
        }
    }
}
