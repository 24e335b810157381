import Foundation
import SampleUpstreams

/// A fixed instant, so that time passes by `advance(by:)` alone.
let testStart = Date(timeIntervalSince1970: 1_790_000_000)

/// Runs a test against a server whose clock stands still.
func withSample(
    _ change: (inout SampleUpstreams.Configuration) -> Void = { _ in }, _ test: (SampleUpstreams) async throws -> Void
) async throws {
    var configuration = SampleUpstreams.Configuration(clock: { testStart })
    change(&configuration)
    let sample = try await SampleUpstreams.start(configuration)
    do {
        try await test(sample)
    } catch {
        await sample.stop()
        throw error
    }
    await sample.stop()
}

/// Waits until something holds; false after a minute.
func eventually(_ holds: () -> Bool) async -> Bool {
    for _ in 0..<6000 {
        if holds() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    return holds()
}

let harbor = "/github/repos/octo-sample/harbor/events"
let lighthouse = "/github/repos/octo-sample/lighthouse/events"
