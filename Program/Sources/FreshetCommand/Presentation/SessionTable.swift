import FreshetServer
import WebText

/// Lays out sessions for a terminal or a pipe.
struct SessionTable {
    private let context: CommandContext
    private let rendering: Rendering
    private let clock = Clock()

    init(_ context: CommandContext, _ color: ColorChoice?) {
        self.context = context
        rendering = Rendering(context, color, context.output.descriptor)
    }

    func write(_ sessions: [Session]) {
        let table = table(sessions)
        guard context.isInteractive else {
            for line in table.plainLines(rendering) { context.output.writeLine(line) }
            return
        }
        let width = context.terminalSize.columns
        let lines = table.lines(width: width)
        for line in (lines.header.map { [$0] } ?? []) + lines.items {
            context.output.writeLine(rendering.render(line.truncated(to: width)))
        }
    }

    private func table(_ sessions: [Session]) -> Table {
        Table(
            columns: [
                .init(header: "SESSION"), .init(header: "USED"), .init(header: "SIGNED IN", dropOrder: 2),
                .init(header: "ADDRESS", dropOrder: 1), .init(header: "BROWSER", minimum: 12, isFlexible: true),
            ],
            rows: sessions.map { session in
                [
                    .init(StyledText(untrusted: session.id, .bold)), clock.cell(session.usedAt),
                    clock.cell(session.createdAt), .init(StyledText(untrusted: session.address ?? "", .dim)),
                    .init(StyledText(untrusted: session.browser ?? "")),
                ]
            })
    }
}

/// A session for programs.
struct SessionFields: Encodable {
    private let id, usedAt, createdAt: String
    private let address, browser: String?

    init(_ session: Session) {
        id = session.id
        usedAt = session.usedAt.internetDateTime
        createdAt = session.createdAt.internetDateTime
        address = session.address
        browser = session.browser
    }
}
