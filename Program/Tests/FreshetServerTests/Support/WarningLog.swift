import Logging
import Synchronization

/// A log of warnings.
final class WarningLog: LogHandler {
    private let kept = Mutex<[String]>([])
    var warnings: [String] { kept.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .warning }
        set {}
    }

    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { kept.withLock { $0.append("\(event.message)") } }
}
