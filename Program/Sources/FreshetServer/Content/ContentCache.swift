import Feeds
import NIOCore
import Platform
import Synchronization
import Syndication
import WebText

/// Content made for earlier requests, valid until something it was made of changes.
final class ContentCache: Sendable {
    /// The identity of a piece of content.
    enum Key: Sendable, Hashable {
        case home(isForeign: Bool)
        /// With the end of the reader's last visit.
        case feed(Feed, PageQuery, Date?, isForeign: Bool)
        /// The texts of a feed's items.
        case texts(LiveFeed.Key, ListChoice)
        /// With the server's address, which is part of the addresses of pictures.
        case document(LiveFeed.Key, ListChoice, origin: String)
        case syndication(LiveFeed.Key, Target.Suffix, SyndicatedFeed.Location)
        case personalFeed(PersonalFeed, Feed.Format, SyndicatedFeed.Location, limit: Int)
    }

    /// The states of the data that content was made of.
    struct Stamp: Sendable, Hashable {
        /// The store's change number, which the account's settings change, too.
        let changeNumber: Int
        /// The number of the last applied change, including changes of feeds that aren't followed.
        var change = 0
        /// The number of the state of the list of followed feeds.
        let followed: Int
        /// The newest frames of the feeds that are connected.
        var frames: [EventID?] = []
        /// The hour, because items are hidden by age.
        var hour = 0
    }

    private struct Entry {
        let stamp: Stamp
        let pictures: [String: ServedPicture.Size?]
        let content: EncodedBody
    }

    private struct State {
        /// The store's change number that all content was made of. It only grows, so content of an earlier one is never valid again.
        var changeNumber: Int
        var entries: [Key: Entry] = [:]
        var size = 0
    }

    /// The maximum number of uncompressed bytes.
    private static let maximum = 24 << 20
    // Requests on many threads look up single entries, which a stream can't.
    private let state = Mutex(State(changeNumber: 0))

    /// The number of uncompressed bytes.
    var size: Int { state.withLock { $0.size } }

    /// The cached content, if it is still valid.
    /// - Parameter haveStayed: returns true if pictures have the sizes with which the content shows them.
    func content(
        _ key: Key, _ stamp: Stamp, _ haveStayed: ([String: ServedPicture.Size?]) -> Bool = { _ in true }
    ) -> EncodedBody? {
        guard let entry = state.withLock({ $0.entries[key] }), entry.stamp == stamp, haveStayed(entry.pictures) else {
            return nil
        }
        return entry.content
    }

    /// Caches content, and drops what it outdates; drops all other content if there is too much.
    /// - Parameter pictures: the sizes with which it shows pictures, by their names.
    func keep(_ content: EncodedBody, _ key: Key, _ stamp: Stamp, pictures: [String: ServedPicture.Size?] = [:]) {
        state.withLock { state in
            if stamp.changeNumber < state.changeNumber { return }
            let old = state.entries.removeValue(forKey: key)
            state.size -= old?.content.bytes.readableBytes ?? 0
            if stamp.changeNumber > state.changeNumber || state.size + content.bytes.readableBytes > Self.maximum {
                state = State(changeNumber: stamp.changeNumber)
            }
            state.entries[key] = Entry(stamp: stamp, pictures: pictures, content: content)
            state.size += content.bytes.readableBytes
        }
    }
}
