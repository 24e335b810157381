import FeedStore
import Feeds
import Platform

/// The columns of a list of items, and an item's cells in them.
struct EntryTable: Sendable {
    let columns: [Table.Column]
    private let cells: @Sendable (ListedItems.Item, Clock) -> [Table.Cell]

    /// The cells of an item, the dot of an unread one first.
    func row(_ item: ListedItems.Item, _ clock: Clock) -> [Table.Cell] { cells(item, clock) }

    /// The feed's own columns, with ranks where the feed has other orders to tell them from.
    ///
    /// A discussion in its own order is a tree, with what is new since the last visit.
    static func feed(_ feed: Feed, order: ItemOrder, lastVisitAt: Date? = nil) -> EntryTable {
        let columns = feed.columns
        let isTree = order == .ranked && feed.description.isDiscussion
        let showsRanks = order == .ranked && feed.controls.orders.count > 1
        var table = [Table.Column(header: "")]
        if showsRanks { table.append(Table.Column(header: "#", alignment: .trailing, dropOrder: 4)) }
        table += columns.map { Table.Column($0) }
        return EntryTable(columns: table) { item, clock in
            var row = [item.shown.marker]
            if showsRanks {
                row.append(Table.Cell(StyledText(untrusted: item.shown.rank.map { String($0 + 1) } ?? "", .dim)))
            }
            return row
                + columns.map { column in
                    let cell = column.cell(item.shown.entry, clock)
                    return isTree ? cell.ofComment(item.shown, in: column, lastVisitAt) : cell
                }
        }
    }

    /// Columns for items of several feeds.
    ///
    /// - Parameter names: the reader's own names of feeds.
    static func mixed(names: [FeedKey: String]) -> EntryTable {
        EntryTable(columns: [
            Table.Column(header: ""), Table.Column(header: "WHEN", alignment: .trailing, dropOrder: 2),
            Table.Column(
                header: "FEED", minimum: 10, maximum: 48, isFlexible: true, share: 14, keepsEnd: true, dropOrder: 1),
            Table.Column(header: "SCORE", shortHeader: "", alignment: .trailing, dropOrder: 3),
            Table.Column(header: "COMMENTS", shortHeader: "CMTS", alignment: .trailing, dropOrder: 4),
            Table.Column(
                header: "TITLE", minimum: 24, isFlexible: true, isMain: true, comfortableWidth: 60),
        ]) { item, clock in
            let name = names[item.feed.key] ?? item.feed.title
            let entry = item.shown.entry
            var title = Table.Cell(entry.styledTitle)
            title.tails = item.story?.tails(below: item.feed.key, names) ?? []
            return [
                item.shown.marker, clock.cell(entry.date), Table.Cell(StyledText(untrusted: name, .dim)),
                Table.Cell(StyledText(untrusted: entry.score, .color(.yellow))),
                Table.Cell(StyledText(untrusted: entry.commentCount, .dim)), title,
            ]
        }
    }
}

extension Table.Cell {
    /// The cell in a tree: the author is indented, and the text begins with “new” if it came after the last visit.
    fileprivate func ofComment(_ comment: ShownItem, in column: EntryColumn, _ lastVisitAt: Date?) -> Table.Cell {
        switch column.content {
        case .byline:
            let indent = StyledText(.spaces(min(max(0, comment.entry.depth - 1), 6) * 2))
            return Table.Cell(indent + text, plain: plain)
        case .summary where comment.isNewComment(since: lastVisitAt):
            return Table.Cell(StyledText("new", .color(.green)) + StyledText(" · ", .dim) + text, plain: plain)
        default: return self
        }
    }
}

extension StoryGroup {
    /// The words after the headline in a list, from long to short: the number of other items of the story, the names of
    /// their feeds, the number of new items.
    ///
    /// - Parameters:
    ///   - feed: the feed of the headline.
    ///   - names: the reader's own names of feeds.
    fileprivate func tails(below feed: FeedKey, _ names: [FeedKey: String]) -> [StyledText] {
        let sources = feeds(besides: feed).map { names[$0] ?? $0.address }
        func tail(_ others: String, _ new: String?) -> StyledText {
            let news = new.map { StyledText(" · ", .dim) + StyledText(untrusted: $0, .color(.green)) }
            return StyledText(.spaces(1)) + StyledText(untrusted: others, .dim) + (news ?? StyledText())
        }
        let lists = (1...max(1, sources.count)).reversed().compactMap { count in
            sources.isEmpty ? nil : sources.prefix(count).joined(separator: ", ") + (count < sources.count ? ", …" : "")
        }
        return lists.map { tail("\(othersWords): \($0)", newVoicesWords) } + [tail(othersWords, newVoicesWords)]
            + (newVoices == 0 ? [] : [tail(othersWords, "\(newVoices) new")])
    }
}

extension Entry {
    /// The number that it leads with, such as points or a magnitude.
    fileprivate var score: String {
        lead == .measure ? measures.first.flatMap { $0.value == nil ? nil : $0.number } ?? "" : ""
    }

    /// The number of comments; empty if it is unknown.
    fileprivate var commentCount: String { measure("comments").flatMap { $0.value == nil ? nil : $0.number } ?? "" }
}
