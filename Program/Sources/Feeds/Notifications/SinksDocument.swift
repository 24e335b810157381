import FeedStore
import Platform
import WebText

/// The sinks for programs, without secrets; see `docs/json.md`.
public struct SinksDocument: JSONDocument {
    private let sinks: [SinkFields]

    /// The sinks by name.
    public init(_ sinks: [NamedSink]) { self.sinks = sinks.map(SinkFields.init) }
}

/// Says that a sink has accepted a test notification.
public struct AcceptedTestDocument: JSONDocument {
    private let name: String
    private let isAccepted = true

    /// - Parameter name: the sink's name.
    public init(name: String) { self.name = name }
}

struct SinkFields: Encodable {
    private let name, kind, target: String
    private let quiet, digest, deliveredAt, error, retryAt, paused: OrNull<String>
    private let waiting, failures: Int

    init(_ sink: NamedSink) {
        name = sink.name
        kind = sink.sink.kind.rawValue
        target = sink.sink.target
        quiet = OrNull(sink.sink.quiet?.words)
        digest = OrNull((sink.sink.digest?.minute).map(TimeOfDay.words))
        waiting = sink.stored.waiting
        deliveredAt = OrNull(sink.stored.deliveredAt?.internetDateTime)
        failures = sink.stored.failures
        error = OrNull(sink.stored.error)
        paused = OrNull(sink.pause?.name)
        retryAt = OrNull(sink.stored.retryAt?.internetDateTime)
    }
}
