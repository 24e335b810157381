import FeedStore
import Feeds
import Platform
import WebText

/// The columns of a list of items, and the cells of an item.
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
                Table.Cell(StyledText(untrusted: entry.leadingMeasure, .color(.yellow))),
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
    fileprivate var leadingMeasure: String {
        lead == .measure ? measures.first.flatMap { $0.value == nil ? nil : $0.number } ?? "" : ""
    }

    /// The number of comments; empty if it is unknown.
    fileprivate var commentCount: String { measure("comments").flatMap { $0.value == nil ? nil : $0.number } ?? "" }
}

extension Table.Column {
    /// The column on a terminal.
    init(_ column: EntryColumn) {
        self.init(
            header: TerminalText(column.header), shortHeader: column.shortHeader.map { TerminalText($0) },
            alignment: column.isTrailing ? .trailing : .leading,
            minimum: column.minimum, maximum: column.maximum ?? .max, isFlexible: column.isFlexible,
            dropOrder: column.dropOrder, isHiddenWhereAlike: column.isHiddenWhereAlike,
            isMain: column.isFlexible && column.content == .title)
    }
}

extension EntryColumn {
    /// The entry's cell in this column.
    func cell(_ entry: Entry, _ clock: Clock) -> Table.Cell {
        switch content {
        case .date: clock.cell(entry.date)
        case .title: Table.Cell(entry.styledTitle)
        case .id: Table.Cell(StyledText(untrusted: entry.id, .bold))
        case .source(let isAddress):
            Table.Cell(
                StyledText(untrusted: entry.source ?? "", .dim),
                plain: isAddress ? TerminalText(entry.webAddress ?? "") : nil)
        case .byline:
            Table.Cell(
                StyledText(
                    untrusted: entry.author?.name ?? entry.plainTitle, .bold,
                    link: entry.webAddress.flatMap { Hyperlink($0) }))
        case .author: Table.Cell(StyledText(untrusted: entry.author?.name ?? "", .dim))
        case .state: state(of: entry)
        case .measure(let id, let isWithUnit, let leadsToDiscussion):
            measure(entry.measure(id), of: entry, isWithUnit, leadsToDiscussion)
        case .place: Table.Cell(StyledText(untrusted: entry.location?.position.words ?? "", .dim))
        case .summary: Table.Cell(StyledText(untrusted: entry.summary, .dim))
        }
    }

    private func state(of entry: Entry) -> Table.Cell {
        guard let isOpen = entry.isOpen else { return Table.Cell(StyledText()) }
        let words: StyledText = isOpen ? StyledText("open", .color(.green)) : StyledText("closed", .dim)
        let closed = entry.closed.map { "closed " + $0.internetDateTime }
        return Table.Cell(words, plain: TerminalText(isOpen ? "open" : closed ?? "closed"))
    }

    private func measure(
        _ measure: Entry.Measure?, of entry: Entry, _ isWithUnit: Bool, _ leadsToDiscussion: Bool
    ) -> Table.Cell {
        guard let measure else { return Table.Cell(StyledText()) }
        // Unknown isn't zero.
        guard let value = measure.value else { return Table.Cell(StyledText("…", .dim), plain: "") }
        let isLead = entry.lead == .measure && measure == entry.measures.first
        let style: Style = isLead ? .color(.yellow) : isWithUnit || value == 0 ? .dim : .plain
        let link =
            leadsToDiscussion ? (entry.discussion?.absoluteString ?? entry.webAddress).flatMap { Hyperlink($0) } : nil
        let unit = isWithUnit ? " " + (value == 1 ? measure.unit.singular : measure.unit.plural) : ""
        return Table.Cell(
            StyledText(untrusted: isWithUnit ? measure.words : measure.number, style, link: link),
            plain: TerminalText(Self.plain(value, showsTenths: measure.showsTenths) + unit))
    }

    /// A number as programs read it, to one decimal place.
    private static func plain(_ value: Double, showsTenths: Bool) -> String {
        guard value.isFinite, abs(value) < 1e15 else { return String(value) }
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 && !showsTenths
            ? String(tenths / 10) : (tenths < 0 ? "-" : "") + "\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

extension Entry {
    /// The web address that the headline leads to.
    var webAddress: String? {
        if case .web(let url)? = link { url.absoluteString } else { nil }
    }

    /// The web address of the discussion, if that is another page.
    var discussionAddress: String? { discussion?.absoluteString }

    /// The headline with its link, emphasized runs in bold.
    var styledTitle: StyledText {
        let link = webAddress.flatMap { Hyperlink($0) }
        if title.count == 1 { return StyledText(untrusted: title[0].text, title[0].style, link: link) }
        return title.map { StyledText(TerminalText(untrimmed: $0.text), $0.style, link: link) }.joined()
    }
}

extension Entry.TextRun {
    fileprivate var style: Style { isEmphasized ? .bold : isCode ? .color(.cyan) : .plain }
}

extension ShownItem {
    /// A diamond for a highlighted item, a star for a saved one, both hollow once read; a dot for another unread item.
    var marker: Table.Cell {
        if isHighlighted { return Table.Cell(StyledText(isUnread ? "◆" : "◇", .color(.yellow))) }
        guard entry.isMarkable else { return Table.Cell(StyledText()) }
        if isSaved { return Table.Cell(StyledText(isUnread ? "★" : "☆", .color(.yellow))) }
        return Table.Cell(isUnread ? StyledText("●", .color(.green)) : StyledText())
    }
}

extension FeedKey {
    /// The cell of a table that names the feed.
    func cell(_ style: Style) -> Table.Cell { Table.Cell(StyledText(untrusted: address, style)) }
}
