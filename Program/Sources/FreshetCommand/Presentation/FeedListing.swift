import FeedStore
import Feeds
import WebText

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
    /// The rendering that the output with this descriptor supports.
    init(_ context: CommandContext, _ choice: ColorChoice?, _ descriptor: Int32) {
        self.init(
            choice, configured: context.settings.color, environment: context.variables,
            isTerminal: isTerminal(descriptor))
    }
}

/// The sentences about a state on standard error.
struct FeedRemarks: Sendable {
    private let feed: Feed
    private let mode: FeedRequest.Mode
    private let isOnTerminal: Bool
    private let isVerbose: Bool

    init(_ feed: Feed, _ mode: FeedRequest.Mode, isOnTerminal: Bool, isVerbose: Bool) {
        self.feed = feed
        self.mode = mode
        self.isOnTerminal = isOnTerminal
        self.isVerbose = isVerbose
    }

    /// One remark a line.
    func sentences(_ state: FeedState) -> [String] {
        let clock = Clock()
        var sentences = state.remarks
        if let error = state.freshness.error { sentences.append(failure(error, state, clock)) }
        if mode == .offline, state.fetchedAt == nil, state.items.isEmpty {
            sentences.append("No items of \(feed.key.address) are stored yet. Run the command once without --offline.")
        }
        // A terminal has these among the items and in the status line.
        if !isOnTerminal { sentences += state.gaps.map { $0.sentence(clock) } }
        if state.skipped > 0, !isOnTerminal || isVerbose {
            sentences.append("\(state.unavailable): unreadable or deleted.")
        }
        // After an explicit refresh, say that no request was made.
        if isVerbose || mode == .forced, let deferral = state.deferral {
            sentences.append(
                deferral.isOnRequest
                    ? "No request was made. This feed's interval is “never”. To refresh it now, add --refresh."
                    : deferral.sentence(clock)
            )
        }
        return sentences
    }

    /// The failure, what is shown instead, and the time of the next attempt.
    private func failure(_ error: FeedError, _ state: FeedState, _ clock: Clock) -> String {
        let shown =
            state.items.isEmpty
            ? "Nothing is stored yet."
            : state.fetchedAt.map { "Showing items from \(clock.ago($0))." }
        if error.isMissingFeed, let seen = state.fetchedAt {
            let next = error.retryAt.map { ", next attempt at \(clock.time($0))" } ?? ""
            return "\(error.message). It was there \(clock.ago(seen))\(next)."
        }
        let retry = error.retryAt.map { "Try again after \(clock.time($0))." }
        return [error.message + ".", shown, retry].compactMap { $0 }.joined(separator: " ")
    }
}

extension FeedError {
    /// The failure and the time of the next attempt.
    func sentences(_ clock: Clock) -> String {
        message + "." + (retryAt.map { " Try again after \(clock.time($0))." } ?? "")
    }
}

extension Deferral {
    /// "No request was made. The next one is allowed in 12 s (Freshet's interval)."
    func sentence(_ clock: Clock) -> String {
        "No request was made. The next one is allowed \(clock.until(until)) (\(rule.words))."
    }
}

extension FeedState {
    /// The number of items that the upstream sent, also those that aren't shown.
    var received: Int { max(total, items.count) + skipped + mutedCount }

    /// "1 item unavailable"
    var unavailable: String { skipped.counted("item") + " unavailable" }

    /// The reason for an empty list.
    func emptyMessage(of feed: Feed) -> String {
        switch mutedCount {
        case 0: feed.description.emptyMessage
        case 1: "The only item is muted."
        case let count: "All \(count) items are muted."
        }
    }
}
