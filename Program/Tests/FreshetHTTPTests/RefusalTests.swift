import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Answers that are refusals", .soon) struct RefusalTests {
    @Test("A status of refusal fails with the body's beginning on one line, without control characters")
    func status() async throws {
        try await withSample { sample, client in
            let body = "\u{1b}[31mout of\r\n\torder\u{202e}\u{7}" + String(repeating: "é", count: 1000)
            sample.control.fail(list, with: .status(500, body: body))
            let error = try await client.failure(sample.get(list))
            guard case .status(let url, let status, let start) = error else { throw error }
            #expect(url == sample.url(list) && status == .internalServerError)
            #expect(start == "[31mout of order" + String(repeating: "é", count: 484))
        }
    }

    @Test(
        "Statuses other than success and 304 fail",
        arguments: [300, 400, 401, 403, 404, 410, 418, 422, 500, 502, 503, 599])
    func statuses(code: Int) async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .status(code))
            let error = try await client.failure(sample.get(list))
            #expect(error == .status(sample.url(list), .init(code: code), body: ""))
        }
    }

    @Test("A success without a body has an empty body", arguments: [200, 202, 204, 206]) func empty(code: Int)
        async throws
    {
        try await withSample { sample, client in
            sample.control.fail(list, with: .status(code))
            let reply = try await client.reply(sample.get(list))
            #expect(reply.status.code == code && reply.body.isEmpty)
        }
    }

    @Test("A refusal with an endless body is still reported as that refusal") func endlessRefusal() async throws {
        let body = String(repeating: "x", count: 200_000)
        let listener = try Listener(answer: "HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n30D40\r\n\(body)")
        let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
        let error = try await HTTPClient().failure(HTTPRequest(get: url))
        #expect(error == .status(url, .internalServerError, body: String(repeating: "x", count: 500)))
    }

    @Test("A limit has a time to retry and its rule", arguments: Limit.all) fileprivate func limits(
        _ limit: Limit
    ) async throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        try await withSample(client: .init(now: { now })) { sample, client in
            sample.control.fail(list, with: .status(limit.status, headers: limit.headers, body: limit.body))
            let error = try await client.failure(sample.get(list))
            guard case .rateLimited(_, let limited) = error else { throw error }
            #expect(limited.rule == limit.rule)
            switch limit.when {
            case .after(let seconds):
                #expect(limited.retryAt == now + seconds)
            case .at(let date): #expect(limited.retryAt == date)
            }
        }
    }

    @Test(
        "An answer that only looks like a limit is reported as its status",
        arguments: [
            (403, [:], "Resource not accessible by personal access token"),
            (403, ["x-ratelimit-remaining": "12", "x-ratelimit-reset": "1790000000"], "no"),
            (503, [:], "rate limit"), (500, ["Retry-After": "5"], ""),
        ] as [(Int, [String: String], String)]) func noLimit(_ status: Int, _ headers: [String: String], _ body: String)
        async throws
    {
        try await withSample { sample, client in
            sample.control.fail(list, with: .status(status, headers: headers, body: body))
            let error = try await client.failure(sample.get(list))
            #expect(error.kind == "status")
        }
    }

    @Test(
        "A page that asks for a browser is recognized by its header, with any status",
        arguments: [
            (403, ["cf-mitigated": "challenge"], "Cloudflare"), (503, ["CF-Mitigated": "challenge"], "Cloudflare"),
            (429, ["x-vercel-mitigated": "challenge"], "Vercel"), (202, ["x-amzn-waf-action": "challenge"], "AWS WAF"),
            (405, ["x-amzn-waf-action": "captcha"], "AWS WAF"), (403, ["x-datadome": "protected"], "DataDome"),
        ]) func challenge(_ status: Int, _ headers: [String: String], _ vendor: String) async throws
    {
        try await withSample { sample, client in
            let page = "<!DOCTYPE html><title>Just a moment...</title>"
            sample.control.fail(list, with: .status(status, headers: headers, body: page))
            let error = try await client.failure(sample.get(list))
            guard case .challenge(let url, let challenge) = error else { throw error }
            #expect(url == sample.url(list) && challenge.vendor == vendor && challenge.status.code == status)
            #expect(challenge.retryAt == nil)
            #expect(error.description.contains("against robots (\(vendor)) asks for a browser"))
        }
    }

    @Test("A page that asks for a browser may ask to wait, too") func patientChallenge() async throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        try await withSample(client: .init(now: { now })) { sample, client in
            let headers = ["cf-mitigated": "challenge", "Retry-After": "42"]
            sample.control.fail(list, with: .status(503, headers: headers))
            guard case .challenge(_, let challenge) = try await client.failure(sample.get(list)) else { return }
            #expect(challenge.retryAt == now + 42)
        }
    }

    @Test(
        "A protection that lets a request through isn't a challenge",
        arguments: [["x-datadome": "protected"], ["cf-mitigated": "other"], ["x-amzn-waf-action": "allow"]])
    func noChallenge(_ headers: [String: String]) async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .status(200, headers: headers, body: "[]"))
            let reply = try await client.reply(sample.get(list))
            #expect(reply.status == .ok)
        }
    }

    @Test("GitHub's two kinds of limits are recognized") func gitHub() async throws {
        try await withSample { sample, client in
            sample.control.fail(events, with: .rateLimitedPrimary(reset: 600), times: 1)
            sample.control.fail(list, with: .rateLimitedSecondary(retryAfter: 30), times: 1)
            guard case .rateLimited(_, let primary) = try await client.failure(sample.get(events)) else { return }
            #expect(primary.rule == .rateLimitReset && primary.limit?.limit == 60 && primary.limit?.remaining == 0)
            guard case .rateLimited(_, let secondary) = try await client.failure(sample.get(list)) else { return }
            #expect(secondary.rule == .retryAfter)
        }
    }
}

/// An answer that is a limit, and what it means.
private struct Limit: Sendable, CustomTestStringConvertible {
    enum When: Sendable {
        case after(TimeInterval)
        case at(Date)
    }
    var status: Int
    var headers: [String: String] = [:]
    var body = ""
    var rule: RateLimited.Rule
    var when: When
    var testDescription: String { "\(status) \(headers) \(body)" }

    static let reset = Date(timeIntervalSince1970: 1_890_000_000)
    static let all: [Limit] = [
        Limit(status: 403, headers: ["Retry-After": "30"], rule: .retryAfter, when: .after(30)),
        Limit(status: 429, headers: ["Retry-After": "0"], rule: .retryAfter, when: .after(0)),
        Limit(status: 503, headers: ["Retry-After": "120"], rule: .retryAfter, when: .after(120)),
        Limit(
            status: 429, headers: ["Retry-After": "Thu, 22 Nov 2029 02:40:00 GMT"], rule: .retryAfter,
            when: .at(Date(timeIntervalSince1970: 1_890_009_600))),
        Limit(
            status: 403, headers: ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1890000000"],
            rule: .rateLimitReset, when: .at(reset)),
        Limit(
            status: 429, headers: ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1890000000"],
            rule: .rateLimitReset, when: .at(reset)),
        Limit(
            status: 403,
            headers: ["Retry-After": "5", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1890000000"],
            rule: .retryAfter, when: .after(5)),
        Limit(status: 429, rule: .oneMinute, when: .after(60)),
        Limit(
            status: 403, headers: ["x-ratelimit-remaining": "0"], body: "API rate limit exceeded", rule: .oneMinute,
            when: .after(60)),
        Limit(
            status: 403, body: "You have exceeded a secondary Rate Limit.", rule: .oneMinute, when: .after(60)),
        Limit(
            status: 429, headers: ["x-ratelimit-remaining": "0.0", "x-ratelimit-reset": "42"], rule: .rateLimitReset,
            when: .after(42)),
        Limit(status: 429, headers: ["x-ratelimit-reset": "42"], rule: .rateLimitReset, when: .after(42)),
        Limit(status: 403, headers: ["RateLimit-Reset": "42"], rule: .rateLimitReset, when: .after(42)),
        Limit(
            status: 503, headers: ["RateLimit-Remaining": "0", "RateLimit-Reset": "42"], rule: .rateLimitReset,
            when: .after(42)),
        Limit(status: 429, headers: ["RateLimit": #""default";r=0;t=42"#], rule: .rateLimitReset, when: .after(42)),
        Limit(
            status: 429, headers: ["x-ratelimit-remaining": "0", "x-ratelimit-reset": "1600000000"], rule: .oneMinute,
            when: .after(60)),
        Limit(
            status: 429, headers: ["x-ratelimit-remaining": "7", "x-ratelimit-reset": "42"], rule: .oneMinute,
            when: .after(60)),
        Limit(
            status: 429, headers: ["Retry-After": "Thu, 01 Jan 1970 00:00:42 GMT"], rule: .oneMinute, when: .after(60)),
    ]
}
