import FeedStore
import Feeds
import Search

extension ItemReference {
    /// The items that ids name, or with `-` the lines of standard input.
    static func all(_ ids: [String], in feed: FeedKey?) throws -> [ItemReference] {
        guard ids == ["-"] else { return ids.map { ItemReference(id: $0, feed: feed) } }
        let input = try InputFile(path: "-").read(atMost: 64 << 20)
        return try ItemLines(String(decoding: input, as: UTF8.self), in: feed).references
    }
}

extension FeedEnvironment {
    /// The items that a search finds. Reports what it may have missed.
    func items(foundBy search: String, _ context: CommandContext) throws -> [ItemKey] {
        let query = try query(search)
        var items: [ItemKey] = []
        let found = try forEachPart(of: query, order: .date, limit: nil) { part in
            items += part.hits.filter(\.item.shown.entry.isMarkable).map(\.item.key)
            return true
        }
        if let remark = found.remark { context.complain(remark) }
        if found.total == 0 {
            for remark in try UnknownNames(query, self).remarks { context.complain(remark) }
        }
        return items
    }
}
