import Logging
import Synchronization

@testable import FreshetServer

/// A log of warnings, or of less severe messages too.
final class WarningLog: LogHandler {
    private let level: Logger.Level

    init(level: Logger.Level = .warning) { self.level = level }

    private let kept = Mutex<[String]>([])
    var warnings: [String] { kept.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { level }
        set {}
    }

    subscript(metadataKey _: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { kept.withLock { $0.append(LogLine(event).words) } }
}
