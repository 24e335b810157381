import Platform

/// What the made-up APIs share.
struct World: Sendable {
    let configuration: SampleUpstreams.Configuration
    /// The start: data before it is history, data after it grows.
    let start: Date
    var seed: UInt64 { configuration.seed }

    init(_ configuration: SampleUpstreams.Configuration, start: Date) {
        self.configuration = configuration
        self.start = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
    }

    /// The seconds between two events that are that many seconds apart at a growth of 1.
    func pace(_ seconds: Double) -> Double {
        seconds / max(configuration.growth, 0.000_001)
    }
}
