import FeedStore
import Feeds
import FreshetHTTP
import Platform

extension CategoryFeed {
    /// The listed events of the category that a list should have, and doesn't: the upstream has removed them, or closed them long
    /// after they were last seen.
    ///
    /// An event that can't be read may be any of them. Events that belong to other categories by now aren't among them.
    /// - Parameter elsewhere: the ids of events that the upstream lists in other categories.
    func withdrawn(
        _ list: EventList, elsewhere: Set<String> = [], days: Int, in environment: FeedEnvironment
    ) throws -> [NaturalEvent] {
        let present = Set(list.events.map(\.id) + list.skipped.map(\.item)).union(elsewhere)
        if list.skipped.contains(where: { $0.item.hasPrefix("item ") }) { return [] }
        let start = environment.now() - 86_400 * Double(days)
        let absent = try environment.store.snapshot(of: key, order: .newest, limit: nil).items
            .filter { !present.contains($0.id) }
        return Feed(self).shown(absent).compactMap { shown in
            guard var event = shown.item as? NaturalEvent, event.isCurrent(since: start),
                event.categories.contains(where: { $0.id == category })
            else { return nil }
            event.isWithdrawn = true
            return event
        }
    }
}

extension Refresh {
    /// Stores the last forms of events that the feed no longer lists.
    mutating func withdraw(_ events: [NaturalEvent]) throws {
        items += try events.map { try $0.stored() }
        removed.formUnion(events.map(\.id))
        read.formUnion(events.map(\.id))
    }
}
