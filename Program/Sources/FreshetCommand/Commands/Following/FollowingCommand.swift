import ArgumentParser
import FeedStore
import Feeds
import Platform
import WebText

/// `freshet following`.
struct FollowingCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "following",
        abstract: "Lists the feeds you follow, with their unread items.",
        usage: "freshet following [OPTIONS]",
        discussion: """
            In a pipe the fields are feed, name, unread items, folder, interval, time of
            the last refresh, why it failed, address, and the hub that pushes it or why
            none does.

            EXAMPLES
              freshet following
              freshet following --json | jq -r '.feeds[].url'
            """)

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let context = context.with(output)
        try CommandRun(context, output).run { environment in
            if output.json {
                context.output.writeLine(document: try FollowingDocument(environment).json())
            } else {
                try FollowingListing(environment, context, output).write()
            }
            return .success
        }
    }
}

/// Lays out the followed feeds for a terminal or a pipe.
struct FollowingListing {
    private let followed: [FollowedFeed]
    private let pages: [FeedKey: URL]
    private let unread: [FeedKey: Int]
    private let summaries: [FeedKey: FeedSummary]
    private let pushes: [FeedKey: PushState]
    private let introduction: String
    private let context: CommandContext
    private let color: ColorChoice?
    private let clock = Clock()

    init(_ environment: FeedEnvironment, _ context: CommandContext, _ output: OutputOptions) throws {
        followed = try environment.followed()
        pages = try environment.pages(of: followed)
        pushes = try environment.pushStates(of: followed)
        unread = try environment.unreadCounts().byFeed
        summaries = Dictionary(try environment.store.feeds().map { ($0.feed, $0) }) { first, _ in first }
        introduction = try ItemListing(environment, context, output).introduction
        self.context = context
        color = output.color
    }

    func write() {
        if followed.isEmpty { return context.writeInPlaceOfItems(introduction) }
        table.write(context, color, piped: plainTable)
        if context.isInteractive { writeErrors() }
    }

    /// Writes the whole errors of feeds: their column is narrow or left out.
    private func writeErrors() {
        let rendering = Rendering(context, color, context.output.descriptor)
        let width = context.terminalSize.columns
        for feed in followed {
            guard let error = summaries[feed.feed.key]?.error else { continue }
            let text = TerminalText("\(feed.title) couldn't be refreshed: \(FeedError(error).sentences(clock))")
            let lines = Paragraph(text).lines(width: width).map { StyledText($0, .color(.yellow)) }
            for line in [StyledText()] + lines { context.output.writeLine(rendering.render(line)) }
        }
    }

    private var table: Table {
        Table(
            columns: [
                .init(header: "FEED", minimum: 20, isFlexible: true, keepsEnd: true, dropOrder: 3),
                .init(header: "NAME", minimum: 12, isFlexible: true),
                .init(header: "UNREAD", alignment: .trailing),
                .init(header: "FOLDER", minimum: 8, isFlexible: true, dropOrder: 1),
                .init(header: "INTERVAL", dropOrder: 4),
                .init(header: "REFRESHED", alignment: .trailing, dropOrder: 5),
                .init(header: "ERROR", minimum: 16, isFlexible: true, dropOrder: 2),
                .init(header: "PUSH", minimum: 12, isFlexible: true, dropOrder: 6),
            ],
            rows: followed.map { row($0) })
    }

    /// The table for a pipe: the address comes before the last column.
    private var plainTable: Table {
        var table = table
        table.columns.insert(.init(header: ""), at: table.columns.count - 1)
        for (index, item) in followed.enumerated() {
            table.rows[index].insert(
                Table.Cell(StyledText(untrusted: pages[item.feed.key]?.absoluteString ?? "")),
                at: table.rows[index].count - 1)
        }
        return table
    }

    private func row(_ followed: FollowedFeed) -> [Table.Cell] {
        let (feed, settings) = (followed.feed, followed.settings)
        let count = unread[feed.key] ?? 0
        let link = (pages[feed.key]?.absoluteString).flatMap { Hyperlink($0) }
        return [
            feed.key.cell(.dim),
            Table.Cell(StyledText(untrusted: followed.title, .bold, link: link)),
            Table.Cell(StyledText(untrusted: String(count), count == 0 ? .dim : .plain)),
            Table.Cell(StyledText(untrusted: settings.folder ?? "")),
            Table.Cell(StyledText(untrusted: settings.interval?.words ?? "", .dim)),
            clock.cell(summaries[feed.key]?.fetchedAt),
            Table.Cell(StyledText(untrusted: summaries[feed.key]?.error?.message ?? "", .color(.yellow))),
            Table.Cell(StyledText(untrusted: pushes[feed.key]?.words ?? "", .dim)),
        ]
    }
}

extension FeedEnvironment {
    /// Fails with a ``CommandFailure`` that suggests another name unless a followed feed is in the folder.
    func checkFolder(_ name: String) throws {
        if let problem = try folderProblem(name, ignoringCase: false) { throw CommandFailure(problem, .usage) }
    }

    /// The sentence about a folder without feeds; nil if it has some.
    func folderProblem(_ name: String, ignoringCase: Bool) throws -> String? {
        let folders = FeedFolder(try followed()).paths
        let isThere = folders.contains { ignoringCase ? $0.lowercased() == name.lowercased() : $0 == name }
        if isThere { return nil }
        if folders.isEmpty {
            return "There is no folder \(name.inQuotes). To put a feed in a folder: freshet follow FEED --folder NAME"
        }
        return UnknownWord(name, is: "folder", among: folders).description
    }
}
