import FeedStore
import Feeds
import Search
import WebText

/// What the page of a list of several feeds shows of it: which part, in which order, with which words.
struct ItemListQuery: Sendable, Hashable {
    /// How many items come before those of the page.
    var offset = 0
    var isOldestFirst = false
    /// The account's order, which addresses leave out.
    private var usualOrder = Preferences.Order.newest
    /// Words that each item or its feed's name has.
    var words: String?

    /// All of a list, newest first.
    init() {}

    /// Reads the query of an address; fails with ``BadRequest``.
    /// - Parameter usual: the order without one in the address.
    init(_ target: Target, usual: Preferences.Order = .newest) throws {
        usualOrder = usual
        offset = try target.number("offset", in: 0...1_000_000) ?? 0
        words = try target.text("q", atMost: 200)?.ifNotBlank
        let chosen = target["order"]?.ifNotBlank
        guard let order = chosen.map(Preferences.Order.init(rawValue:)) ?? usual else {
            throw BadRequest(message: "“\(chosen ?? "")” isn't an order. Use ?order=newest or ?order=oldest.")
        }
        isOldestFirst = order == .oldest
    }

    /// The order, if the address has to say it.
    var namedOrder: String? {
        let order = isOldestFirst ? Preferences.Order.oldest : .newest
        return order == usualOrder ? nil : order.rawValue
    }

    /// The parts of an address, without defaults: `order=oldest`.
    var pairs: [String] {
        (namedOrder.map { ["order=" + $0] } ?? []) + (words.map { ["q=" + $0.percentEncoded] } ?? [])
            + (offset > 0 ? ["offset=\(offset)"] : [])
    }

    /// Restricts a selection.
    /// - Parameter followed: the feeds whose names may have the words.
    func apply(to selection: inout ItemSelection, followed: [FollowedFeed]) {
        selection.isOldestFirst = isOldestFirst
        guard let words else { return }
        let names = followed.map { ($0.feed.key, ItemWords($0.title)) }
        selection.words = ItemWords.words(of: words).map { word in
            .init(word, feeds: names.filter { $0.1.contains(Array(word.utf8)) }.map(\.0))
        }
    }
}
