#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What all made-up APIs have in common.
struct World: Sendable {
    let configuration: SampleUpstreams.Configuration
    /// What lies before it is history, what comes after it grows.
    let start: Date
    var seed: UInt64 { configuration.seed }

    init(_ configuration: SampleUpstreams.Configuration, start: Date) {
        self.configuration = configuration
        self.start = Date(timeIntervalSince1970: start.timeIntervalSince1970.rounded(.down))
    }

    /// The seconds between two things that come each so many seconds at the growth of 1.
    func pace(_ seconds: Double) -> Double {
        seconds / max(configuration.growth, 0.000_001)
    }
}
