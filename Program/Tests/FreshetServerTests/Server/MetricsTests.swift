import FeedStore
import Foundation
import HTTPTypes
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("Metrics") struct MetricsTests {
    private static let token = "0f9e8d7c6b5a49382716a5b4c3d2e1f0"
    private static let bearer = ["Authorization": "Bearer " + token]

    /// The values of the samples, by their names and labels. Records an issue for a line that isn't in the format.
    private func samples(_ text: String) throws -> [String: Double] {
        var samples: [String: Double] = [:]
        var families: Set<Substring> = []
        for line in text.split(separator: "\n") {
            if let type = line.wholeMatch(of: /# TYPE ([a-z_]+) (?:counter|gauge|histogram)/) {
                #expect(families.insert(type.1).inserted, "\(line)")
            } else if !line.hasPrefix("# HELP ") {
                let parts = try #require(
                    line.wholeMatch(of: /([a-z_]+)((?:\{[a-z]+="[^"\n]*"(?:,[a-z]+="[^"\n]*")*\})?) ([0-9.e+-]+)/),
                    "\(line)")
                let family = ["_bucket", "_sum", "_count"].reduce(parts.1) {
                    $0.hasSuffix($1) && !families.contains($0) ? $0.dropLast($1.count) : $0
                }
                #expect(families.contains(family), "\(line)")
                let name = String(parts.1 + parts.2)
                #expect(samples[name] == nil, "\(line)")
                samples[name] = Double(parts.3)
            }
        }
        #expect(text.hasSuffix("\n") && !samples.isEmpty)
        return samples
    }

    @Test("Metrics count requests by route, method and status, and name no feeds, accounts or searches")
    func requests() async throws {
        try await SharedServer.run({ $0.metricsToken = Self.token }) { shared in
            let server = shared.server
            let anna = ["Cookie": try await shared.signIn("anna")]
            _ = await server.ask("/news/top", "GET", anna)
            _ = await server.ask("/search?q=chrysanthemum", "GET", anna)
            _ = await server.ask("/web/https%3A%2F%2Fexample.org%2Ffeed", "GET", anna)
            _ = await server.ask("/nothing", "GET", anna)
            let reply = await server.ask("/metrics", "GET", Self.bearer)
            #expect(reply.status == 200)
            #expect(reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let samples = try samples(reply.text)
            #expect(samples[#"freshet_http_requests_total{route="/search",method="GET",status="200"}"#] == 1)
            #expect(samples[#"freshet_http_requests_total{route="/login",method="POST",status="303"}"#] == 1)
            #expect(samples[#"freshet_http_requests_total{route="unmatched",method="GET",status="404"}"#] ?? 0 >= 1)
            #expect(samples[#"freshet_http_request_duration_seconds_count{route="/search"}"#] == 1)
            #expect(samples[#"freshet_http_request_duration_seconds_bucket{route="/search",le="+Inf"}"#] == 1)
            #expect(samples["freshet_connections"] ?? 0 >= 1)
            #expect(samples[#"freshet_database_info{kind="sqlite"}"#] == 1)
            #expect(samples["freshet_database_transactions_total"] ?? 0 > 1)
            #expect(samples["freshet_database_transactions_in_progress"] != nil)
            #expect(samples[#"freshet_build_info{version="1.2.3"}"#] == 1)
            for name in ["anna", "otto", "chrysanthemum", "news/top", "example.org"] {
                #expect(!reply.text.contains(name), "\(name)")
            }
        }
    }

    @Test("Metrics count refreshes by upstream and result")
    func refreshes() async throws {
        try await RunningServer.run { server in
            _ = await server.settled("/news/top")
            let samples = try samples(await server.ask("/metrics").text)
            #expect(samples[#"freshet_refreshes_total{upstream="news",result="fetched"}"#] ?? 0 >= 1)
            #expect(samples[#"freshet_refresh_duration_seconds_count{upstream="news"}"#] ?? 0 >= 1)
            #expect(samples["freshet_refreshes_in_progress"] == 0)
            server.control.fail("/", with: .status(500))
            await server.refresh("/news/new")
            _ = await server.settled("/news/new")
            let later = try self.samples(await server.ask("/metrics").text)
            #expect(later[#"freshet_refreshes_total{upstream="news",result="failed"}"#] ?? 0 >= 1)
        }
    }

    @Test("Metrics are for administrators, and for the token that opens nothing else")
    func access() async throws {
        try await SharedServer.run({ $0.metricsToken = Self.token }) { shared in
            let (admin, anna) = (try await shared.signIn("admin"), try await shared.signIn("anna"))
            #expect(await shared.status("/metrics", [:]) == 401)
            #expect(await shared.status("/metrics", ["Authorization": "Bearer guess"]) == 401)
            #expect(await shared.status("/metrics", ["Cookie": anna]) == 403)
            #expect(await shared.status("/metrics", ["Cookie": admin]) == 200)
            #expect(await shared.status("/metrics", Self.bearer) == 200)
            #expect(await shared.status("/metrics", ["Authorization": basic("any", Self.token)]) == 200)
            for path in ["/api/unread", "/api/status"] { #expect(await shared.status(path, Self.bearer) == 401) }
        }
    }

    @Test("Metrics of a server that others can reach need a token of 128 bits")
    func weakToken() {
        var configuration = ServerOptions(token: Self.token, publicURL: "https://feeds.example.org")
        configuration.metricsToken = "correct horse"
        #expect(throws: FreshetServer.Refusal.weakToken(in: "FRESHET_METRICS_TOKEN", isReachable: true)) {
            try configuration.check()
        }
    }

    @Test("Metrics escape labels, and sum the buckets of a histogram")
    func format() {
        var text = MetricsText()
        text.write("a_total", .counter, "Help.", [.init(2, [("x", "a\"b\\c\nd")])])
        text.write("empty", .gauge, "Nothing.", [])
        text.write(
            "h_seconds", .histogram, "Help.", MetricsText.histogram([0.5, 1], [1, 0, 2], sum: 7.5, [("y", "z")]))
        #expect(
            text.text == """
                # HELP a_total Help.
                # TYPE a_total counter
                a_total{x="a\\"b\\\\c\\nd"} 2
                # HELP h_seconds Help.
                # TYPE h_seconds histogram
                h_seconds_bucket{y="z",le="0.5"} 1
                h_seconds_bucket{y="z",le="1.0"} 1
                h_seconds_bucket{y="z",le="+Inf"} 3
                h_seconds_sum{y="z"} 7.5
                h_seconds_count{y="z"} 3

                """)
    }

    @Test("Metrics lose no request that threads count at the same time")
    func concurrency() async {
        let metrics = RequestMetrics()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<1000 { metrics.record(Route.all[3], .get, .ok, after: .milliseconds(1)) }
                }
            }
        }
        #expect(metrics.counts.map(\.value) == ["8000"])
        #expect(metrics.durations.last?.value == "8000")
    }

    @Test("Metrics of the process come from the system")
    func process() throws {
        #if os(Linux)
        let usage = try #require(ProcessUsage())
        #expect(usage.residentBytes > 1 << 20 && usage.virtualBytes >= usage.residentBytes)
        #expect(usage.threads >= 1 && usage.openFiles >= 3 && usage.processorSeconds >= 0)
        #endif
    }
}
