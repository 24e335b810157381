import Foundation
import FreshetHTTP
import SampleUpstreams

/// A fixed instant, so that time passes by `advance(by:)` alone.
package let testStart = Date(timeIntervalSince1970: 1_790_000_000)

/// The sample upstreams, and a client to ask them over real HTTP.
package struct TestUpstreams: Sendable {
    package let sample: SampleUpstreams
    package let client: HTTPClient

    package var control: FaultControl { sample.control }
}

/// Runs a test against upstreams of its own, which start at ``testStart`` and are stopped at its end.
package func withUpstreams(
    _ change: (inout SampleUpstreams.Configuration) -> Void = { _ in }, _ test: (TestUpstreams) async throws -> Void
) async throws {
    var configuration = SampleUpstreams.Configuration(clock: { testStart })
    change(&configuration)
    let upstreams = TestUpstreams(
        sample: try await SampleUpstreams.start(configuration),
        client: HTTPClient(configuration: .init(maximumInFlightPerHost: 64)))
    var failure: (any Error)?
    do { try await test(upstreams) } catch { failure = error }
    await upstreams.sample.stop()
    if let failure { throw failure }
}
