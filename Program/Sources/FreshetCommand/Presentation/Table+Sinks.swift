import FeedStore
import Feeds

extension Table {
    /// Sinks, one a row.
    init(_ sinks: [NamedSink]) {
        let clock = Clock()
        self.init(
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
