import FeedStore
import Feeds

/// Lays out a feed's state for a terminal or a pipe.
struct FeedPage: Sendable {
    /// The order of the items.
    let order: ItemOrder
    private let feed: Feed
    private let surroundings: Surroundings
    private let rendering: Rendering

    init(_ feed: Feed, _ request: FeedRequest, _ surroundings: Surroundings, _ options: FeedOptions) {
        self.feed = feed
        order = request.order ?? feed.controls.defaultOrder
        self.surroundings = surroundings
        rendering = Rendering(surroundings, options.output.color, surroundings.output.descriptor)
    }

    /// The width of the terminal.
    var width: Int { surroundings.terminalSize.columns }

    /// Lines for a terminal: header, at most `rows` items with the lines between them, and the status.
    func lines(_ state: FeedState, width: Int, atMost rows: Int = .max) -> [String] {
        let clock = Clock()
        var lines: [StyledText] = []
        if !state.items.isEmpty {
            let table = table(state, atMost: rows, width, clock)
            lines = table.header + table.lines
        } else if state.freshness == .fresh {
            lines = [StyledText(untrusted: feed.description.emptyMessage, .dim)]
        }
        if !lines.isEmpty, !state.freshness.isRefreshing {
            // Standard error says what failed.
            lines += [StyledText(), StatusLine(state).text(clock, showsError: false)]
        }
        return lines.map { rendering.render($0.truncated(to: width)) }
    }

    /// Content for a live screen.
    func content(_ state: FeedState, width: Int) -> LiveContent {
        let clock = Clock()
        let table = table(state, width, clock)
        var lines = state.items.isEmpty ? emptyState(state, width) : table.lines
        for remark in state.remarks {
            lines += Paragraph(TerminalText(remark)).lines(width: width).map { StyledText($0, .color(.yellow)) }
        }
        var status = StyledText(untrusted: state.title ?? feed.title, .bold) + StyledText(" · ", .dim)
        status += StatusLine(state).text(clock, showsError: !state.items.isEmpty)
        let hint = StyledText(" · q quits, r refreshes", .dim)
        // A list that scrolls shows its position too.
        if status.columns + hint.columns + 20 <= width { status += hint }
        return LiveContent(
            header: table.header, lines: lines, ids: lines.count == table.ids.count ? table.ids : [], status: status)
    }

    /// Lines for a pipe: one item a line, tabs between the fields.
    func plainLines(_ state: FeedState) -> [String] { plainLines(state.items) }

    /// The same for some of the items.
    func plainLines(_ items: [ShownItem]) -> [String] {
        let clock = Clock()
        let rows = items.map { item in feed.columns.map { $0.cell(item.entry, clock) } }
        return Table(columns: feed.columns.map { Table.Column($0) }, rows: rows).plainLines(rendering)
    }

    private func emptyState(_ state: FeedState, _ width: Int) -> [StyledText] {
        let words =
            switch state.freshness {
            case .refreshing, .stored: feed.upstream.waiting
            case .fresh: feed.description.emptyMessage
            case .stale(let error): error.message
            }
        return Paragraph(TerminalText(words)).lines(width: width).map { StyledText($0, .dim) }
    }

    private func table(
        _ state: FeedState, atMost rows: Int = .max, _ width: Int, _ clock: Clock
    ) -> (header: [StyledText], lines: [StyledText], ids: [String]) {
        guard !state.items.isEmpty else { return ([], [], []) }
        let items = state.items.prefix(rows)
        var columns = [Table.Column(header: "")] + feed.columns.map { Table.Column($0) }
        if showsRanks { columns.insert(Table.Column(header: "#", alignment: .trailing, dropOrder: 6), at: 1) }
        let cells = items.map { shown in
            var row = [shown.marker] + feed.columns.map { $0.cell(shown.entry, clock) }
            if showsRanks { row.insert(Table.Cell(rank(of: shown)), at: 1) }
            return row
        }
        let table = Table(columns: columns, rows: cells).lines(width: width)
        var dividers = order == .newest ? Divider.all(state, clock)[...] : []
        var lines: [StyledText] = []
        var ids: [String] = []
        for (shown, line) in zip(items, table.items) {
            while let divider = dividers.first, let date = shown.entry.date, date <= divider.date {
                // Nothing is newer than the first item.
                if divider.isGap || !lines.isEmpty {
                    lines.append(StyledText(untrusted: divider.text, .color(divider.isGap ? .yellow : .green)))
                    ids.append(divider.id)
                }
                dividers = dividers.dropFirst()
            }
            lines.append(line)
            ids.append(shown.entry.id)
        }
        return (table.header.map { [$0] } ?? [], lines, ids)
    }

    /// Whether there are other orders to tell this one from.
    private var showsRanks: Bool { order == .ranked && feed.controls.orders.count > 1 }

    private func rank(of item: ShownItem) -> StyledText {
        StyledText(untrusted: item.rank.map { String($0 + 1) } ?? "", .dim)
    }
}

extension Surroundings {
    /// The size of the terminal that standard output is.
    var terminalSize: TerminalSize { TerminalSize(descriptor: output.descriptor, environment: environment) }
}

extension Rendering {
    /// What the program's output with this descriptor understands.
    init(_ surroundings: Surroundings, _ choice: ColorChoice, _ descriptor: Int32) {
        self.init(choice, environment: surroundings.environment, isTerminal: isTerminal(descriptor))
    }
}
