import FeedStore
import Platform
import WebText

/// The sinks for programs, without secrets; see `docs/json.md`.
package struct SinksDocument: JSONDocument {
    private let sinks: [SinkFields]

    /// The sinks by name.
    package init(_ sinks: [NamedSink]) { self.sinks = sinks.map(SinkFields.init) }
}

/// Says that a sink has accepted a test notification.
package struct AcceptedTestDocument: JSONDocument {
    private let name: String
    private let isAccepted = true

    /// - Parameter name: the sink's name.
    package init(name: String) { self.name = name }
}

struct SinkFields: Encodable {
    private let name, kind, target: String
    @OrNull private var quiet: String?
    @OrNull private var digest: String?
    @OrNull private var deliveredAt: String?
    @OrNull private var error: String?
    @OrNull private var retryAt: String?
    @OrNull private var paused: String?
    private let waiting, failures: Int

    init(_ sink: NamedSink) {
        name = sink.name
        kind = sink.sink.kind.rawValue
        target = sink.sink.target
        quiet = sink.sink.quiet?.words
        digest = (sink.sink.digest?.minute).map(TimeOfDay.words)
        waiting = sink.stored.waiting
        deliveredAt = sink.stored.deliveredAt?.internetDateTime
        failures = sink.stored.failures
        error = sink.stored.error
        paused = sink.pause?.name
        retryAt = sink.stored.retryAt?.internetDateTime
    }
}
