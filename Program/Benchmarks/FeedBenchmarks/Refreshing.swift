import Foundation
import Freshet
import FreshetHTTP
import Harness
import News
import OurPlanet
import SampleUpstreams

/// How long a whole refresh takes against an upstream that waits before each answer, beside what the permitted requests in flight allow.
enum Refreshing {
    static func print(_ arguments: Arguments) async throws {
        guard arguments.wants("refresh") else { return }
        Swift.print("\n| refresh | requests in flight | ms median | ms bound | × bound |\n|-|-:|-:|-:|-:|")
        let rounds = arguments.isQuick ? 1 : 5
        try await measure(
            "OurPlanet, 13 categories × (open + closed), 100 ms", latency: 100, rounds: rounds, requests: 26,
            inFlight: 4
        ) { upstreams, client in
            EONET(transport: client, baseURL: upstreams.eonetURL).overview().map { _ in 13 }
        }
        try await measure("News, 500 stories, 50 ms", latency: 50, rounds: rounds, requests: 500, inFlight: 16) {
            upstreams, client in
            HackerNews(transport: client, baseURL: upstreams.newsURL).stories(of: .new, limit: 500).map { _ in 500 }
        }
    }

    /// The bound: one request for the list, then the others in as few rounds as the limit allows.
    private static func measure(
        _ name: String, latency: Int, rounds: Int, requests: Int, inFlight: Int,
        _ refresh: (SampleUpstreams, HTTPClient) -> Observable<Int>
    ) async throws {
        let upstreams = try await SampleUpstreams.start(.init(latency: .milliseconds(latency)))
        let client = HTTPClient(configuration: .init(maximumInFlightPerHost: inFlight))
        var times: [Double] = []
        for round in 0...rounds {
            upstreams.control.resetLog()
            let start = ContinuousClock.now
            for try await _ in refresh(upstreams, client).values {}
            let time = (ContinuousClock.now - start).nanoseconds / 1e6
            let asked = upstreams.control.requests.count
            precondition(asked == requests + 1, "\(name): \(asked) requests instead of \(requests + 1)")
            // The first round opens the connections.
            if round > 0 { times.append(time) }
        }
        await client.shutdown()
        await upstreams.stop()
        let bound = Double(latency * (1 + (requests + inFlight - 1) / inFlight))
        let cells = [times.median, bound, times.median / bound].map(Table.number)
        Swift.print("| \(name) | \(inFlight) | \(cells[0]) | \(cells[1]) | \(cells[2]) |")
    }
}
