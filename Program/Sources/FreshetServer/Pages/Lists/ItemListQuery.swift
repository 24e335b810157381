import FeedStore
import Feeds
import Search
import WebText

/// What the page of a list of several feeds shows of it: which part, in which order, with which words.
struct ItemListQuery: Sendable, Hashable {
    /// How many items come before those of the page.
    var offset = 0
    var isOldestFirst = false
    /// Words that each item or its feed's name has.
    var words: String?

    /// All of a list, newest first.
    init() {}

    /// Reads the query of an address; fails with ``BadRequest``.
    init(_ target: Target) throws {
        offset = try target.number("offset", in: 0...1_000_000) ?? 0
        words = try target.text("q", atMost: 200)?.ifNotBlank
        switch target["order"] {
        case nil, "", "newest": break
        case "oldest": isOldestFirst = true
        case let order?: throw BadRequest(message: "“\(order)” isn't an order. Use ?order=newest or ?order=oldest.")
        }
    }

    /// The parts of an address, without defaults: `order=oldest`.
    var pairs: [String] {
        (isOldestFirst ? ["order=oldest"] : []) + (words.map { ["q=" + $0.percentEncoded] } ?? [])
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
