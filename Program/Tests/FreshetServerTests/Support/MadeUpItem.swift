import Feeds
import Foundation

/// An item that is nothing but its entry.
struct MadeUpItem: FeedItem {
    var entry: Entry

    init(entry: Entry) { self.entry = entry }
    init(from decoder: any Decoder) throws { throw CancellationError() }
    func encode(to encoder: any Encoder) throws {}

    var feedID: String { entry.id }
    var feedDate: Date? { entry.date }
    var document: [String: String] { [:] }
}
