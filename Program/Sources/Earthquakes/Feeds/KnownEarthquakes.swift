import FeedStore
import Feeds
import Platform

/// The earthquakes of a response, under their stored ids.
struct KnownEarthquakes {
    /// The earthquakes, each in its most recently updated form.
    private(set) var earthquakes: [Earthquake] = []
    /// The ids of listed items to remove: withdrawn, revised to below the list's magnitude, or merged with another item of the
    /// response.
    private(set) var gone: Set<String> = []
    /// The earthquakes that the upstream deleted, or revised to below the list's magnitude.
    private(set) var withdrawn: [Earthquake] = []

    /// Earthquakes at the beginning of the period may have left the list by their age, in seconds.
    private static let margin: TimeInterval = 60

    /// - Parameter isNewest: true if the response isn't older than a stored one.
    init(
        _ summary: EarthquakeSummary, of feed: QuakesFeed, in store: FeedStore, isNewest: Bool, at now: Date
    ) throws {
        let known = try Self.stored(summary.earthquakes, feed, store)
        var merged: Set<String> = []
        for earthquake in summary.earthquakes {
            let same = earthquake.ids.compactMap { known[$0] }
            guard var newest = same.first else {
                earthquakes.append(earthquake)
                continue
            }
            let id = newest.id
            merged.formUnion(same.map(\.id).filter { $0 != id })
            // Another list may have stored a newer form.
            if newest.updated <= earthquake.updated { newest = earthquake }
            newest.id = id
            newest.ids = earthquake.ids
            newest.isWithdrawn = nil
            earthquakes.append(newest)
        }
        let present = Set(earthquakes.map(\.id))
        gone = merged.subtracting(present)
        let absent = try Self.absent(summary, of: feed, but: present.union(merged), in: store, at: now)
        for item in absent where isNewest || summary.deleted.contains(item.id) {
            gone.insert(item.id)
            guard var earthquake = Self.earthquake(item), feed.list.magnitude.includes(earthquake) else { continue }
            earthquake.isWithdrawn = true
            withdrawn.append(earthquake)
        }
    }

    /// The listed items that are missing from the response.
    ///
    /// An element that can't be read may be any of them.
    private static func absent(
        _ summary: EarthquakeSummary, of feed: QuakesFeed, but present: Set<String>, in store: FeedStore, at now: Date
    ) throws -> [StoredItem] {
        let generated = summary.generated ?? now
        let start = generated - feed.list.period.seconds + margin
        // Within the period, the list has little more than the response does.
        let limit = summary.earthquakes.count + 1_000
        return try store.snapshot(of: feed.key, order: .newest, limit: limit).items.filter { item in
            if present.contains(item.id) { return false }
            if summary.deleted.contains(item.id) { return true }
            guard summary.skipped.isEmpty, let date = item.date else { return false }
            return date > start && date < generated
        }
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
                known[item.id] = earthquake(item)
            }
        }
        return known
    }

    /// Nil if a later version stored it: the response replaces it.
    private static func earthquake(_ item: StoredItem) -> Earthquake? {
        do { return try Earthquake(payload: item.payload) } catch { return nil }
    }
}

extension SummaryList.MinimumMagnitude {
    /// True if lists of these magnitudes include such an earthquake.
    fileprivate func includes(_ earthquake: Earthquake) -> Bool {
        switch self {
        case .all: true
        case .significant: earthquake.significance.map { $0 >= 600 } ?? true
        case .from1, .from2_5, .from4_5:
            earthquake.magnitude.flatMap { magnitude in Double(rawValue).map { magnitude >= $0 } } ?? true
        }
    }
}
