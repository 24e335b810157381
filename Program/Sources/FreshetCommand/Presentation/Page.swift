import FeedStore
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How a state of a feed reads, on a terminal and in a pipe.
struct Page<Item: PresentableItem>: Sendable {
    private let feed: String
    private let surroundings: Surroundings
    private let options: FeedOptions
    private let rendering: Rendering

    init(_ feed: String, _ surroundings: Surroundings, _ options: FeedOptions) {
        self.feed = feed
        self.surroundings = surroundings
        self.options = options
        rendering = Rendering(surroundings, options.color, surroundings.output.descriptor)
    }

    /// The width of the terminal.
    var width: Int {
        TerminalSize(descriptor: surroundings.output.descriptor, environment: surroundings.environment).columns
    }

    /// For a terminal: header, items, gaps between them, and how they stand; of the items no more than `rows`.
    func lines(_ state: FeedState<Item>, width: Int, atMost rows: Int = .max) -> [String] {
        let clock = Clock()
        var lines: [StyledText] = []
        if !state.items.isEmpty {
            let table = table(state.items.prefix(rows), state.gaps, width, clock)
            lines = table.header + table.lines
        } else if state.standing == .fresh {
            lines = [StyledText(untrusted: Item.nothing, .dim)]
        }
        if !lines.isEmpty, !state.standing.isRefreshing {
            // What is wrong is told on standard error.
            lines += [StyledText(), StatusLine(state).text(clock, tellsError: false)]
        }
        return lines.map { rendering.render($0.truncated(to: width)) }
    }

    /// For a live screen.
    func content(_ state: FeedState<Item>, width: Int) -> LiveContent {
        let clock = Clock()
        let table = table(state.items[...], state.gaps, width, clock)
        var lines = state.items.isEmpty ? instead(state, width) : table.lines
        for remark in state.remarks {
            lines += Paragraph(TerminalText(remark)).lines(width: width).map { StyledText($0, .colour(.yellow)) }
        }
        var status = StyledText(untrusted: feed, .bold) + StyledText(" · ", .dim)
        status += StatusLine(state).text(clock, tellsError: !state.items.isEmpty)
        let hint = StyledText(" · q ends, r asks now", .dim)
        // The position in a list that scrolls needs some room too.
        if status.columns + hint.columns + 20 <= width { status += hint }
        return LiveContent(
            header: table.header, lines: lines, ids: lines.count == table.ids.count ? table.ids : [], status: status)
    }

    /// What stands where items would.
    private func instead(_ state: FeedState<Item>, _ width: Int) -> [StyledText] {
        let words =
            switch state.standing {
            case .refreshing, .stored: Item.waiting
            case .fresh: Item.nothing
            case .stale(let error): error.message
            }
        return Paragraph(TerminalText(words)).lines(width: width).map { StyledText($0, .dim) }
    }

    private func table(
        _ items: ArraySlice<ShownItem<Item>>, _ gaps: [Gap], _ width: Int, _ clock: Clock
    ) -> (header: [StyledText], lines: [StyledText], ids: [String]) {
        guard !items.isEmpty else { return ([], [], []) }
        let columns = [Table.Column(header: "")] + Item.columns
        let rows = items.map { shown in
            [Table.Cell(shown.isNew ? StyledText("●", .colour(.green)) : StyledText())] + shown.item.cells(clock)
        }
        let table = Table(columns: columns, rows: rows).lines(width: width)
        var lines: [StyledText] = []
        var ids: [String] = []
        var gaps = gaps[...]
        for (shown, line) in zip(items, table.items) {
            while let gap = gaps.first, let date = shown.item.feedDate, date <= gap.after {
                lines.append(StyledText(untrusted: GapNotice(gap).sentence(clock), .colour(.yellow)))
                ids.append("gap-\(gap.before.timeIntervalSince1970)")
                gaps = gaps.dropFirst()
            }
            lines.append(line)
            ids.append(shown.item.feedID)
        }
        return (table.header.map { [$0] } ?? [], lines, ids)
    }

    /// For a pipe: one item a line, its fields apart by tabs.
    func plainLines(_ state: FeedState<Item>) -> [String] { plainLines(state.items.map(\.item)) }

    func plainLines(_ items: [Item]) -> [String] {
        let clock = Clock()
        return Table(columns: Item.columns, rows: items.map { $0.cells(clock) }).plainLines()
    }

    /// What is said on standard error beside the items.
    func remarks(_ state: FeedState<Item>, isOffline: Bool) -> [String] {
        let clock = Clock()
        var remarks = state.remarks
        if let error = state.standing.error {
            let shown =
                state.items.isEmpty
                ? "nothing is stored to show in its place"
                : state.fetchedAt.map { "what was stored \(clock.ago($0)) is shown" }
            let retry = error.retryAt.map { "try again after \(clock.time($0))" }
            remarks.append(([error.message, retry, shown] as [String?]).compactMap { $0 }.joined(separator: "; "))
        }
        if isOffline, state.fetchedAt == nil, state.items.isEmpty {
            remarks.append("nothing is stored of \(feed): run the command once without --offline")
        }
        if !surroundings.isInteractive || options.json {
            remarks += state.gaps.map { GapNotice($0).sentence(clock) }
        }
        // A terminal has it in the line below the table.
        if state.skipped > 0, !surroundings.isInteractive || options.json || options.verbose {
            remarks.append(
                "\(state.skipped) \(state.skipped == 1 ? "item" : "items") could not be shown: unreadable, or gone from the upstream"
            )
        }
        if options.verbose, let abstention = state.abstention {
            remarks.append(
                "no request was made: the next one is allowed \(clock.ago(abstention.until)), by \(abstention.rule.name)"
            )
        }
        return remarks
    }
}

/// Words for a span of which nothing is known.
struct GapNotice {
    private let gap: Gap

    init(_ gap: Gap) { self.gap = gap }

    func sentence(_ clock: Clock) -> String {
        "⋯ nothing is known of \(clock.time(gap.after)) to \(clock.time(gap.before)) "
            + "(\(Span(gap.before.timeIntervalSince(gap.after)).words)): the upstream no longer had it"
    }
}

/// Words for a length of time.
struct Span {
    private let seconds: Int

    init(_ seconds: TimeInterval) { self.seconds = Int(seconds.rounded()) }

    var words: String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

extension PollRule {
    /// The rule's name in a sentence.
    var name: String {
        switch self {
        case .spacing: "this program's own spacing"
        case .backoff: "this program's pause after a failure"
        case .pollInterval, .retryAfter, .cacheControl, .rateLimitReset: rawValue
        }
    }
}

extension Rendering {
    /// What goes to that output of the program.
    init(_ surroundings: Surroundings, _ choice: ColourChoice, _ descriptor: Int32) {
        self.init(choice, environment: surroundings.environment, isTerminal: isTerminal(descriptor))
    }
}
