import ArgumentParser
import FeedStore
import Feeds
import Platform
import WebText

/// `freshet status`.
struct StatusCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Requests made, rate limits, and when more are allowed.",
        usage: "freshet status [--forget HOST[:PORT]] [OPTIONS]",
        discussion: """
            --forget removes the recorded retry times and rate limits of a host, so that
            the next refresh makes a request.

            EXAMPLES
              freshet status
              freshet status --json | jq '.quotas'
              freshet status --forget feeds.example.org
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("Forget the recorded retry times and rate limits of this host.", valueName: "host[:port]"))
    var forget: String?

    @OptionGroup var output: OutputOptions

    func run(in context: CommandContext) throws {
        let context = context.with(output)
        try CommandRun(context, output).run { environment in
            if let forget { return try self.forget(forget, environment, context) }
            let report = try LedgerReport(environment)
            if output.json {
                context.output.writeLine(document: try report.json())
            } else {
                for line in LedgerListing(report, context, output.color).lines {
                    context.output.writeLine(line)
                }
            }
            return .success
        }
    }

    private func forget(
        _ host: String, _ environment: FeedEnvironment, _ context: CommandContext
    ) throws -> ExitStatus {
        let isKnown = try environment.store.forget(host: host)
        if output.json {
            let document = ForgetDocument(host: host, wasKnown: isKnown)
            try context.output.writeLine(json: document)
        } else if isKnown {
            context.output.writeLine("Forgot the retry times and rate limits of \(TerminalText(host).string).")
        }
        if !isKnown { context.complain("Nothing is recorded for \(host). To see the hosts: freshet status") }
        return isKnown ? .success : .failure
    }
}

/// The outcome of `freshet status --forget`, for programs.
private struct ForgetDocument: Encodable {
    let host: String
    let wasKnown: Bool
}

/// Lays out the ledger for a terminal or a pipe.
struct LedgerListing {
    private let report: LedgerReport
    private let context: CommandContext
    private let rendering: Rendering
    private let clock = Clock()

    init(_ report: LedgerReport, _ context: CommandContext, _ color: ColorChoice?) {
        self.report = report
        self.context = context
        rendering = Rendering(context, color, context.output.descriptor)
    }

    var lines: [String] {
        if report.entries.isEmpty, report.destinations.isEmpty {
            return [rendering.render(StyledText("No requests yet.", .dim))]
        }
        guard context.isInteractive else {
            return requests.plainLines(rendering) + quotas.plainLines(rendering) + destinations.plainLines(rendering)
                + forecast.map(\.string)
        }
        let width = context.terminalSize.columns
        let blocks = [requests, quotas, destinations].filter { !$0.rows.isEmpty }.map { $0.allLines(width: width) }
        let sentences = forecast.flatMap { Paragraph($0.clean).lines(width: width).map { StyledText($0) } }
        let all = Array((blocks + [sentences]).filter { !$0.isEmpty }.joined(separator: [StyledText()]))
        return all.map { rendering.render($0.truncated(to: width)) }
    }

    private var requests: Table {
        Table(
            columns: [
                .init(header: "FEED", minimum: 24, isFlexible: true, keepsEnd: true),
                .init(header: "REQUESTED", alignment: .trailing),
                .init(header: "RESULT", minimum: 8, isFlexible: true),
                .init(header: "REQUESTS", alignment: .trailing, dropOrder: 2),
                .init(header: "NEXT"),
                .init(header: "RULE", dropOrder: 1),
                .init(header: "ADDRESS", minimum: 16, isFlexible: true, keepsEnd: true, dropOrder: 3),
            ],
            rows: LedgerGroup.all(report.entries).map { group in
                let entry = group.leading
                return [
                    entry.feed.cell(.bold), clock.cell(group.requestedAt),
                    .init(outcome(group.worst)), .init(StyledText(untrusted: String(group.requests))), next(entry),
                    rule(entry),
                    .init(StyledText(untrusted: entry.endpoint.url, .dim)),
                ]
            })
    }

    private func outcome(_ entry: LedgerEntry) -> StyledText {
        switch entry.outcome {
        case .status(let code) where code < 400:
            StyledText(untrusted: code == 304 ? "304 not modified" : String(code), .color(.green))
        case .status(let code): StyledText(untrusted: String(code), .color(.red))
        case .failure(let kind, _): StyledText(untrusted: kind, .color(.red))
        }
    }

    private func next(_ entry: LedgerEntry) -> Table.Cell {
        guard let date = entry.nextAllowedAt else { return .init(StyledText()) }
        let text = date <= clock.now ? "now" : clock.time(date)
        return .init(StyledText(untrusted: text), plain: TerminalText(date.internetDateTime))
    }

    private func rule(_ entry: LedgerEntry) -> Table.Cell {
        guard entry.nextAllowedAt != nil, let rule = entry.rule else { return .init(StyledText()) }
        return .init(StyledText(untrusted: rule.words, .dim), plain: TerminalText(rule.rawValue))
    }

    private var quotas: Table {
        Table(
            columns: [
                .init(header: "HOST", minimum: 12, isFlexible: true), .init(header: "RESOURCE"),
                .init(header: "REQUESTER", dropOrder: 1), .init(header: "REMAINING", alignment: .trailing),
                .init(header: "RESETS"),
            ],
            rows: report.quotas.map { quota in
                let isOver = quota.resetAt <= clock.now
                let left = isOver ? quota.limit.map(String.init) ?? "" : "\(quota.remaining)"
                let of = quota.limit.map { " of \($0)" } ?? ""
                return [
                    .init(StyledText(untrusted: quota.key.host, .bold)),
                    .init(StyledText(untrusted: quota.key.resource)),
                    .init(StyledText(untrusted: quota.key.requester, .dim)),
                    .init(StyledText(untrusted: left + of, quota.remaining == 0 && !isOver ? .color(.red) : .plain)),
                    .init(
                        StyledText(
                            untrusted: isOver ? "since \(clock.time(quota.resetAt))" : clock.time(quota.resetAt)),
                        plain: TerminalText(quota.resetAt.internetDateTime)),
                ]
            })
    }

    private var destinations: Table { Table(report.destinations) }

    private var forecast: [StyledText] {
        report.forecast.map { [StyledText(untrusted: $0.sentence)] } ?? []
    }
}
