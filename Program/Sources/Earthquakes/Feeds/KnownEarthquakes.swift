import FeedStore
import Feeds

/// The earthquakes of a response, under the ids that the store has for them.
struct KnownEarthquakes {
    /// The earthquakes, each in its most recently updated form.
    private(set) var earthquakes: [Earthquake] = []
    /// The ids of listed items to remove: deleted, or merged with another item of the response.
    private(set) var gone: Set<String> = []

    init(_ summary: EarthquakeSummary, of feed: QuakesFeed, in store: FeedStore) throws {
        let known = try Self.stored(summary.earthquakes, feed, store)
        for earthquake in summary.earthquakes {
            let same = earthquake.ids.compactMap { known[$0] }
            guard var newest = same.first else {
                earthquakes.append(earthquake)
                continue
            }
            let id = newest.id
            gone.formUnion(same.map(\.id).filter { $0 != id })
            // Another list may have stored a newer form.
            if newest.updated <= earthquake.updated { newest = earthquake }
            newest.id = id
            newest.ids = earthquake.ids
            earthquakes.append(newest)
        }
        gone.formUnion(summary.deleted)
        gone.subtract(earthquakes.map(\.id))
        if gone.isEmpty { return }
        // Items that the feed doesn't list needn't be removed.
        gone.formIntersection(try store.snapshot(of: feed.key, order: .newest, limit: nil).items.map(\.id))
    }

    /// The stored forms of these earthquakes by id: from this list, or else from another.
    private static func stored(
        _ earthquakes: [Earthquake], _ feed: QuakesFeed, _ store: FeedStore
    ) throws -> [String: Earthquake] {
        var known: [String: Earthquake] = [:]
        let others = SummaryList.all.filter { $0 != feed.list }.map { QuakesFeed($0) }
        for feed in [feed] + others {
            let unknown = earthquakes.filter { $0.ids.allSatisfy { known[$0] == nil } }
            for item in try store.items(of: feed.key, ids: unknown.flatMap(\.ids)) where known[item.id] == nil {
                do {
                    known[item.id] = try Earthquake(payload: item.payload)
                } catch {
                    continue  // Stored by a later version: the response replaces it.
                }
            }
        }
        return known
    }
}
