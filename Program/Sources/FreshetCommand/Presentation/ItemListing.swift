import FeedStore
import Feeds
import Platform
import Search
import WebText

/// Lays out items of several feeds for a terminal or a pipe.
struct ItemListing {
    private let environment: FeedEnvironment
    private let context: CommandContext
    private let rendering: Rendering
    /// The reader's own names of feeds.
    private let names: [FeedKey: String]
    private let isJSON: Bool
    private let format: ItemFormat?
    /// True if documents group stories. Tables follow the account's setting.
    private let groupsStories: Bool
    private let clock = Clock()

    init(
        _ environment: FeedEnvironment, _ context: CommandContext, _ output: OutputOptions,
        format: FormatOption? = nil, stories: StoryOption? = nil
    ) throws {
        self.environment = environment
        self.context = context
        isJSON = output.json
        self.format = format?.parsed
        groupsStories = stories?.stories ?? false
        rendering = Rendering(context, output.color, context.output.descriptor)
        names = Dictionary(try environment.followed().map { ($0.feed.key, $0.title) }) { first, _ in first }
    }

    /// The instructions for a user who follows no feeds.
    var introduction: String {
        let pages = environment.catalog.exampleAddresses.map { "  freshet follow \($0)" }
        return (["You don't follow any feeds yet. To follow one, paste its address:"] + pages).joined(separator: "\n")
    }

    // MARK: Lists

    /// Writes the items of a selection: as a table with their number on a terminal, elsewhere part by part.
    ///
    /// - Parameters:
    ///   - limit: nil for all.
    ///   - name: the name of the list in JSON.
    ///   - empty: what to write in place of missing items.
    func write(
        _ selection: ItemSelection, limit: Int?, named name: String, noun: String, empty: () throws -> String
    ) throws {
        var selection = selection
        let isTable = context.isInteractive && !isJSON
        selection.groupsStories = groupsStories || isTable
        let areStories = try selection.groupsStories && !selection.isMuted && environment.storyPreferences().isOn
        func counted(_ total: Int) -> String { areStories ? "\(noun) \(total == 1 ? "story" : "stories")" : noun }
        if isTable {
            let list = try environment.items(selection, limit: limit)
            return try write(list, noun: counted(list.total), empty: empty)
        }
        if groupsStories, !areStories { context.complain(selection.isMuted ? Self.mutedItems : Self.storiesAreOff) }
        var lines = try lines { try ListedItems(items: [], total: 0).json(named: name, unreadCount: 0) }
        let list = try environment.forEachPart(of: selection, limit: limit) { items in
            lines.write(
                isJSON ? try items.map { try $0.json(groupsStories: groupsStories) } : [], items.map { line($0, nil) })
        }
        try lines.end(list.total, list.mutedCount, noun: counted(list.total), empty: empty) {
            let unread = try environment.store.unreadCounts(groupsStories: groupsStories)
            return try list.json(named: name, unreadCount: unread.total)
        }
        if list.unreadable > 0, !isJSON { complain(ofUnreadable: list.unreadable) }
    }

    private static let storiesAreOff =
        "Each item is by itself, because stories are off. To turn them on: freshet stories on"
    private static let mutedItems = "Each item is by itself: muted items tell no stories."

    /// Writes what a search finds: on a terminal with the text around each match, elsewhere part by part. Returns the
    /// results without their hits.
    func write(
        _ query: SearchQuery, _ order: SearchOrder, limit: Int?, typed: String
    ) throws -> SearchedItems {
        let empty = { "No stored items match \(typed.inQuotes)." }
        if context.isInteractive, !isJSON, let limit {
            let found = try environment.search(query, order: order, limit: limit, groupsStories: true)
            try write(found.hits.map { ($0.item, $0) }, found.total, noun: "found", empty: empty)
            return found
        }
        var begun: StreamedList?
        let found = try environment.forEachPart(of: query, order: order, limit: limit) { part in
            var lines = try begun ?? self.lines { try part.withoutHits.json(query: typed) }
            defer { begun = lines }
            return lines.write(isJSON ? try part.hits.map { try $0.json() } : [], part.hits.map { line($0.item, $0) })
        }
        let lines = try begun ?? self.lines { try found.json(query: typed) }
        try lines.end(found.total, noun: "found", empty: empty) { try found.json(query: typed) }
        return found
    }

    private func lines(_ outline: () throws -> Data) throws -> StreamedList {
        StreamedList(context, document: isJSON ? try outline() : nil)
    }

    private func write(_ list: ListedItems, noun: String, empty: () throws -> String) throws {
        try write(list.items.map { ($0, nil) }, list.total, muted: list.mutedCount, noun: noun, empty: empty)
        if list.unreadable > 0 { complain(ofUnreadable: list.unreadable) }
    }

    private func complain(ofUnreadable count: Int) {
        context.complain("\(count.counted("stored item")) can't be read by this version.")
    }

    /// Writes the items, on a terminal with a sentence below them.
    func write(_ list: ListedItems, summary: String) { write(list.items.map { ($0, nil) }, summary: summary) }

    private func write(
        _ items: [(item: ListedItems.Item, hit: SearchedItems.Hit?)], _ total: Int, muted: Int = 0, noun: String,
        empty: () throws -> String
    ) throws {
        if items.isEmpty { return context.writeInPlaceOfItems(lines: try empty()) }
        write(items, summary: ListCount(items.count, of: total, muted: muted, noun).description)
    }

    private func write(_ items: [(item: ListedItems.Item, hit: SearchedItems.Hit?)], summary: String) {
        let output = context.output
        guard context.isInteractive else {
            for item in items { output.writeLine(line(item.item, item.hit)) }
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

    /// An item's line outside of a terminal.
    private func line(_ item: ListedItems.Item, _ hit: SearchedItems.Hit?) -> String {
        if let format { return format.line(item) }
        let row = plainRow(item, hit)
        return Table(columns: row.map { _ in Table.Column(header: "") }, rows: [row]).plainLines(rendering)[0]
    }

    /// Date, feed, title, address, id, and of a search the match, of stories how many others tell it.
    private func plainRow(_ item: ListedItems.Item, _ hit: SearchedItems.Hit?) -> [Table.Cell] {
        let entry = item.shown.entry
        let texts = [item.feed.key.address, entry.plainTitle, entry.webAddress ?? "", entry.id]
        let last = hit?.match ?? (groupsStories ? item.story?.othersWords ?? "" : nil)
        return [clock.cell(entry.date)]
            + (texts + [last].compactMap { $0 }).map { Table.Cell(StyledText(untrusted: $0)) }
    }
}

extension SearchedItems {
    fileprivate var withoutHits: SearchedItems { SearchedItems(total: total, remark: remark) }
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
