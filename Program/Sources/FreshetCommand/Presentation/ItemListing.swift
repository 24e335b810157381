import FeedStore
import Feeds

/// Lays out items of several feeds for a terminal or a pipe.
struct ItemListing {
    private let environment: FeedEnvironment
    private let context: CommandContext
    private let rendering: Rendering
    /// The reader's own names of feeds.
    private let names: [FeedKey: String]
    private let isJSON: Bool
    private let format: ItemFormat?
    private let clock = Clock()

    init(
        _ environment: FeedEnvironment, _ context: CommandContext, _ output: OutputOptions,
        format: FormatOption? = nil
    ) throws {
        self.environment = environment
        self.context = context
        isJSON = output.json
        self.format = format?.parsed
        rendering = Rendering(context, output.color, context.output.descriptor)
        names = Dictionary(try environment.followed().map { ($0.feed.key, $0.title) }) { first, _ in first }
    }

    /// The instructions for a user who follows no feeds.
    var introduction: String {
        let pages = environment.catalog.exampleAddresses.map { "  freshet follow \($0)" }
        return (["You don't follow any feeds yet. To follow one, paste its address:"] + pages).joined(separator: "\n")
    }

    /// Writes the items, on a terminal with their number, or with `empty` in their place.
    func write(_ list: ListedItems, noun: String, empty: String) {
        write(list.items.map { ($0, nil) }, list.total, muted: list.mutedCount, noun: noun, empty: empty)
        if list.unreadable > 0 {
            context.complain("\(list.unreadable) stored items can't be read by this version.")
        }
    }

    /// Writes the items, on a terminal with a sentence below them.
    func write(_ list: ListedItems, summary: String) { write(list.items.map { ($0, nil) }, summary: summary) }

    /// Writes the items as text or, if that was asked for, as JSON under that name.
    func write(_ list: ListedItems, named name: String, noun: String, empty: String) throws {
        guard isJSON else { return write(list, noun: noun, empty: empty) }
        let unread = try environment.unreadCounts().total
        context.output.writeLine(document: try list.json(named: name, unreadCount: unread))
    }

    /// Writes what a search found, on a terminal with the text around each match.
    func write(_ found: SearchedItems, empty: String) {
        write(found.hits.map { ($0.item, $0) }, found.total, noun: "found", empty: empty)
    }

    private func write(
        _ items: [(item: ListedItems.Item, hit: SearchedItems.Hit?)], _ total: Int, muted: Int = 0, noun: String,
        empty: String
    ) {
        if items.isEmpty {
            // The sentence may repeat a search that a script was given.
            return context.writeInPlaceOfItems(TerminalText(untrimmed: empty).string)
        }
        var count = total > items.count ? "\(items.count) of \(total) \(noun)" : "\(total) \(noun)"
        if muted > 0 { count += " · \(muted) muted" }
        write(items, summary: count)
    }

    private func write(_ items: [(item: ListedItems.Item, hit: SearchedItems.Hit?)], summary: String) {
        let output = context.output
        if let format {
            for item in items { output.writeLine(format.line(item.item)) }
            return
        }
        guard context.isInteractive else {
            let rows = items.map { plainRow($0.item, $0.hit) }
            let table = Table(columns: rows[0].map { _ in Table.Column(header: "") }, rows: rows)
            for line in table.plainLines(rendering) { output.writeLine(line) }
            return
        }
        let entries = EntryTable.mixed(names: names)
        let table = Table(columns: entries.columns, rows: items.map { entries.row($0.item, clock) })
        let width = context.terminalSize.columns
        let lines = table.lines(width: width)
        var all = lines.header.map { [$0] } ?? []
        for ((item, hit), line) in zip(items, lines.items) {
            all.append(line)
            if let hit, hit.match != item.shown.entry.plainTitle { all.append("      " + hit.styledMatch) }
        }
        all += [StyledText(), StyledText(untrusted: summary, .dim)]
        for line in all { output.writeLine(rendering.render(line.truncated(to: width))) }
    }

    /// Date, feed, title, address, id, and of a search the match.
    private func plainRow(_ item: ListedItems.Item, _ hit: SearchedItems.Hit?) -> [Table.Cell] {
        let entry = item.shown.entry
        let texts = [item.feed.key.address, entry.plainTitle, entry.webAddress ?? "", entry.id]
        return [clock.cell(entry.date)]
            + (texts + [hit?.match].compactMap { $0 }).map { Table.Cell(StyledText(untrusted: $0)) }
    }
}

extension SearchedItems.Hit {
    /// The text around the match, the words that were found in bold.
    var styledMatch: StyledText {
        var text = StyledText()
        var position = match.startIndex
        for range in ranges where range.lowerBound >= position {
            text += StyledText(TerminalText(untrimmed: String(match[position..<range.lowerBound])), .dim)
            text += StyledText(TerminalText(untrimmed: String(match[range])), .bold)
            position = range.upperBound
        }
        return text + StyledText(TerminalText(untrimmed: String(match[position...])), .dim)
    }
}
