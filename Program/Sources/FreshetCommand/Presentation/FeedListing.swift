import FeedStore
import Feeds

/// Lays out a feed's state for a terminal or a pipe.
struct FeedListing: Sendable {
    /// The order of the items.
    let order: ItemOrder
    private let feed: Feed
    private let context: CommandContext
    private let rendering: Rendering
    private let format: ItemFormat?

    init(_ feed: Feed, _ request: FeedRequest, _ context: CommandContext, _ options: FeedOptions) {
        self.feed = feed
        order = request.order ?? feed.controls.defaultOrder
        self.context = context
        format = options.format.parsed
        rendering = Rendering(context, options.output.color, context.output.descriptor)
    }

    /// The width of the terminal.
    var width: Int { context.terminalSize.columns }

    /// Lines for a terminal: header, at most `rows` items with the lines between them, and the status.
    func lines(_ state: FeedState, width: Int, atMost rows: Int = .max) -> [String] {
        let clock = Clock()
        var lines: [StyledText] = []
        if !state.items.isEmpty {
            let table = table(state, atMost: rows, width, clock)
            lines = table.header + table.lines
        } else if state.freshness == .fresh {
            lines = [StyledText(untrusted: state.emptyMessage(of: feed), .dim)]
        }
        if !lines.isEmpty, !state.freshness.isRefreshing {
            // Standard error says what failed.
            lines += [StyledText(), StatusText(state).text(clock)]
        }
        return lines.map { rendering.render($0.truncated(to: width)) }
    }

    /// Lines for a pipe: one item a line, tabs between the fields.
    func plainLines(_ state: FeedState) -> [String] { plainLines(state.items) }

    /// The same for some of the items; the address comes last unless a column has it.
    func plainLines(_ items: [ShownItem]) -> [String] {
        if let format { return items.map { format.line(ListedItems.Item(shown: $0, feed: feed)) } }
        let clock = Clock()
        let hasAddress = feed.columns.contains { $0.content == .source(isAddress: true) }
        let columns = feed.columns.map { Table.Column($0) } + (hasAddress ? [] : [Table.Column(header: "")])
        let rows = items.map { item in
            let address = Table.Cell(StyledText(untrusted: item.entry.webAddress ?? "", .dim))
            return feed.columns.map { $0.cell(item.entry, clock) } + (hasAddress ? [] : [address])
        }
        return Table(columns: columns, rows: rows).plainLines(rendering)
    }

    private func table(
        _ state: FeedState, atMost rows: Int = .max, _ width: Int, _ clock: Clock
    ) -> (header: [StyledText], lines: [StyledText]) {
        let items = state.items.prefix(rows)
        let entries = EntryTable.feed(feed, order: order, lastVisitAt: state.lastVisitAt)
        let rows = items.map { entries.row(ListedItems.Item(shown: $0, feed: feed), clock) }
        let table = Table(columns: entries.columns, rows: rows).lines(width: width)
        var dividers = order == .newest ? Divider.all(state, clock)[...] : []
        var lines: [StyledText] = []
        for (shown, line) in zip(items, table.items) {
            lines += dividers.removeLines(above: shown, isFirst: lines.isEmpty).map(\.styled)
            lines.append(line)
        }
        return (table.header.map { [$0] } ?? [], lines)
    }
}

extension CommandContext {
    /// The size of the terminal that standard output is.
    var terminalSize: TerminalSize { TerminalSize(descriptor: output.descriptor, environment: variables) }
}

extension Rendering {
    /// What the program's output with this descriptor understands.
    init(_ context: CommandContext, _ choice: ColorChoice?, _ descriptor: Int32) {
        self.init(
            choice, configured: context.settings.color, environment: context.variables,
            isTerminal: isTerminal(descriptor))
    }
}
