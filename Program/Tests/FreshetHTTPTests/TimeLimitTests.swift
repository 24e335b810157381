import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Time limits", .soon) struct TimeLimitTests {
    @Test("an answer that does not begin is timed out, and its connection closed") func firstByte() async throws {
        try await withSample(client: .init(limits: .init(firstByte: .milliseconds(100)))) { sample, client in
            sample.control.fail(list, with: .hang)
            let url = sample.url(list)
            let error = try await client.failure(HTTPRequest(get: url))
            #expect(error == .timedOut(url, phase: .firstByte))
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
        }
    }

    @Test("an answer that does not end is timed out, and its connection closed") func whole() async throws {
        try await withSample(client: .init(limits: .init(whole: .milliseconds(300)))) { sample, client in
            sample.control.fail(list, with: .slowBody)
            let url = sample.url(list)
            let error = try await client.failure(HTTPRequest(get: url))
            #expect(error == .timedOut(url, phase: .whole))
            #expect(await eventually { sample.control.inFlight(.news) == 0 })
        }
    }

    @Test("redirects share one time for the whole") func redirects() async throws {
        let limits = HTTPClient.Limits(whole: .milliseconds(300))
        try await withSample(client: .init(limits: limits, maximumRedirects: 1000)) { sample, client in
            sample.control.fail(list, with: .redirectLoop)
            sample.control.setLatency(.milliseconds(50))
            let url = sample.url(list)
            let error = try await client.failure(HTTPRequest(get: url))
            #expect(error == .timedOut(url, phase: .whole))
        }
    }

    @Test("waiting for other requests to the host does not count") func waiting() async throws {
        let limits = HTTPClient.Limits(whole: .milliseconds(600))
        try await withSample(client: .init(limits: limits, maximumInFlightPerHost: 1)) { sample, client in
            sample.control.setLatency(.milliseconds(100))
            let request = sample.get("/news/v0/maxitem.json")
            let replies = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<12 { group.addTask { try await client.reply(request).status.code } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies == Array(repeating: 200, count: 12))
        }
    }

    @Test("a request may have limits of its own") func ownLimits() async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .hang)
            let limits = HTTPClient.Limits(firstByte: .milliseconds(50))
            let single = client.rx.response(for: sample.get(list), limits: limits)
            let error = try await failure(of: single)
            #expect(error == .timedOut(sample.url(list), phase: .firstByte))
        }
    }
}
