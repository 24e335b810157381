import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Time limits", .soon) struct TimeLimitTests {
    @Test("An answer that doesn't begin times out, and its connection is closed") func firstByte() async throws {
        try await withSample(client: .init(limits: .init(firstByte: .milliseconds(100)))) { sample, client in
            sample.control.fail(list, with: .hang)
            let url = sample.url(list)
            let error = try await client.failure(HTTPRequest(get: url))
            #expect(error == .timedOut(url, phase: .firstByte))
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
        }
    }

    @Test("An answer that doesn't end times out, and its connection is closed") func whole() async throws {
        try await withSample(client: .init(limits: .init(whole: .milliseconds(300)))) { sample, client in
            sample.control.fail(list, with: .slowBody)
            let url = sample.url(list)
            let error = try await client.failure(HTTPRequest(get: url))
            #expect(error == .timedOut(url, phase: .whole))
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
        }
    }

    @Test("Redirects share one time limit") func redirects() async throws {
        let limits = HTTPClient.Limits(whole: .milliseconds(300))
        try await withSample(client: .init(limits: limits, maximumRedirects: 1000)) { sample, client in
            sample.control.fail(list, with: .redirectLoop)
            sample.control.setLatency(.milliseconds(50))
            let url = sample.url(list)
            let error = try await client.failure(HTTPRequest(get: url))
            #expect(error == .timedOut(url, phase: .whole))
        }
    }

    @Test("Time spent waiting for other requests to the host doesn't count") func waiting() async throws {
        // The one that waits has less time than the other one takes, and far more than it needs.
        let limits = HTTPClient.Limits(whole: .seconds(3))
        try await withSample(client: .init(maximumInFlightPerHost: 1)) { sample, client in
            sample.control.setLatency(.milliseconds(3500), for: list)
            async let first = client.reply(sample.get(list)).status.code
            #expect(await eventually { sample.control.inFlight(.news) == 1 })
            let second = client.rx.response(for: sample.get("/news/v0/maxitem.json"), limits: limits)
            let statuses = [try await second.value.status.code, try await first]
            #expect(statuses == [200, 200])
        }
    }

    @Test("A request may have limits of its own") func ownLimits() async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .hang)
            let limits = HTTPClient.Limits(firstByte: .milliseconds(50))
            let single = client.rx.response(for: sample.get(list), limits: limits)
            let error = try await failure(of: single)
            #expect(error == .timedOut(sample.url(list), phase: .firstByte))
        }
    }
}
