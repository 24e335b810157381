import FeedStore
import Feeds

/// Lays out sinks for a terminal or a pipe.
struct SinkTable {
    private let context: CommandContext
    private let rendering: Rendering
    private let clock = Clock()

    init(_ context: CommandContext, _ color: ColorChoice?) {
        self.context = context
        rendering = Rendering(context, color, context.output.descriptor)
    }

    func write(_ sinks: [NamedSink]) {
        let table = table(sinks)
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

    func table(_ sinks: [NamedSink]) -> Table {
        Table(
            columns: [
                .init(header: "DESTINATION", minimum: 8, isFlexible: true), .init(header: "KIND"),
                .init(header: "TARGET", minimum: 12, isFlexible: true, dropOrder: 1),
                .init(header: "QUEUED", alignment: .trailing),
                .init(header: "QUIET", dropOrder: 4), .init(header: "DIGEST", dropOrder: 3),
                .init(header: "NEXT ATTEMPT", dropOrder: 2),
                .init(header: "ERROR", minimum: 12, isFlexible: true),
            ],
            rows: sinks.map { sink in
                [
                    .init(StyledText(untrusted: sink.name, .bold)),
                    .init(StyledText(untrusted: sink.sink.kind.rawValue)),
                    .init(StyledText(untrusted: sink.sink.target, .dim)),
                    .init(StyledText(untrusted: String(sink.stored.waiting), sink.stored.waiting == 0 ? .dim : .plain)),
                    .init(StyledText(untrusted: sink.sink.quiet?.words ?? "", .dim)),
                    .init(StyledText(untrusted: sink.sink.digest.map { TimeOfDay.words($0.minute) } ?? "", .dim)),
                    clock.cell(sink.stored.retryAt),
                    .init(StyledText(untrusted: sink.pause?.description ?? sink.stored.error ?? "", .color(.red))),
                ]
            })
    }
}
