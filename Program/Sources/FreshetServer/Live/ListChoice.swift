import FeedStore
import Feeds
import Freshet

/// The items of a feed that a reader has chosen, and their order.
///
/// All choices share the feed's watch: what its newest frame lacks is read from the store.
struct ListChoice: Sendable, Hashable {
    /// The order; nil for the feed's default.
    var order: ItemOrder?
    /// The selection among the items.
    var filter = ItemFilter()

    /// All items, in the feed's default order.
    init() {}

    /// Reads the query of an address; fails with ``BadRequest``.
    init(_ target: Target, _ controls: FeedControls) throws {
        filter.kind = try target.text("type", atMost: 64)
        filter.isUnreadOnly = try target.flag("unread") ?? false
        guard let text = target["order"] else { return }
        guard let known = controls.order(named: text) else {
            let ids = controls.orders.map(\.id).joined(separator: ", ")
            throw BadRequest(
                message:
                    "“\(text)” isn't a sort order. Use one of \(ids), as in ?order=\(controls.orders.last?.id ?? "newest")."
            )
        }
        order = known.order == controls.defaultOrder ? nil : known.order
    }

    /// Emits the state with the chosen ones of all stored items, once.
    ///
    /// - Ends: after the state. If nothing is stored yet, or the store can't be used, the choice is among the state's own items.
    /// - Runs on: the subscriber's thread, or a scheduler of its own.
    /// - Keeps: nothing.
    func applied(to state: FeedState, of key: LiveFeed.Key, in environment: FeedEnvironment) -> Observable<FeedState> {
        if self == ListChoice() { return .just(state) }
        let own = sorted(state, key.feed.controls)
        if state.fetchedAt == nil || state.storeError != nil { return .just(own) }
        return stored(key, in: environment).map { stored in
            var chosen = state
            (chosen.items, chosen.total) = (stored.items, stored.total)
            return chosen
        }
        .catch { _ in .just(own) }
    }

    /// Emits the chosen items as they are stored, once. Fails with a `FeedStoreError`.
    func stored(_ key: LiveFeed.Key, in environment: FeedEnvironment) -> Observable<FeedState> {
        var request = key.request(.offline)
        (request.order, request.filter) = (order, filter)
        return key.feed.load(request, in: environment).take(1)
    }

    private func sorted(_ state: FeedState, _ controls: FeedControls) -> FeedState {
        var chosen = state
        chosen.items = state.sorted(order ?? controls.defaultOrder, controls.defaultOrder).filter { shown in
            (filter.kind ?? shown.entry.kind.id) == shown.entry.kind.id && (shown.isUnread || !filter.isUnreadOnly)
        }
        chosen.total = chosen.items.count
        return chosen
    }
}

extension Feed {
    /// True if the page hides items outside the chosen days; otherwise the server counts them.
    ///
    /// Items on a map have the dates by which they are hidden. Counts don't.
    var filtersDaysOnPage: Bool { controls.days != nil && controls.showsMap }
}
