import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@Suite("Redirects", .soon) struct RedirectTests {
    private static let token: HTTPFields = [.authorization: "Bearer secret", .cookie: "a=b", .ifNoneMatch: #"W/"1""#]

    @Test("Redirects are followed, and the reply has the final address", arguments: [301, 302, 303, 307, 308])
    func followed(status: Int) async throws {
        try await withSample { sample, client in
            sample.control.fail("/old", with: .status(status, headers: ["Location": "../news/v0/maxitem.json"]))
            let request = sample.get("/old/place")
            let reply = try await client.reply(request)
            #expect(reply.url == (sample.url("/news/v0/maxitem.json")))
            #expect(reply.request == request && reply.status == .ok)
        }
    }

    @Test("Redirects are counted, hop by hop") func counted() async throws {
        try await withSample { sample, client in
            sample.control.fail("/old", with: .redirect(to: sample.baseURL.absoluteString + "/older"))
            sample.control.fail("/older", with: .redirect(to: sample.baseURL.absoluteString + list))
            let count = RequestCount()
            _ = try await client.response(for: sample.get("/old"), purpose: .other, counting: count).value
            #expect(count.value == 3)
        }
    }

    @Test("Redirects of a renamed repository lead to its events") func renamed() async throws {
        try await withSample { sample, client in
            let reply = try await client.reply(sample.get("/github/repos/octo-sample/renamed/events"))
            #expect(reply.status == .ok && reply.url.path() != reply.request.path)
        }
    }

    @Test("Redirects keep the method") func method() async throws {
        try await withSample { sample, client in
            sample.control.fail("/old", with: .redirect(to: sample.baseURL.absoluteString + list))
            var request = sample.get("/old")
            request.method = .head
            let reply = try await client.reply(request)
            #expect(reply.body.isEmpty)
            #expect(sample.control.requests.map(\.method) == ["HEAD", "HEAD"])
        }
    }

    @Test("Redirects keep header fields, including credentials, if the origin is the same")
    func sameOrigin() async throws {
        try await withSample { sample, client in
            sample.control.fail("/old", with: .redirect(to: sample.baseURL.absoluteString + list))
            _ = try await client.reply(sample.get("/old", Self.token))
            let headers = try #require(sample.control.requests(to: list).first?.headers)
            #expect(headers["authorization"] == "Bearer secret" && headers["cookie"] == "a=b")
        }
    }

    @Test("Redirects never take credentials to another host") func otherHost() async throws {
        try await withSample { sample, client in
            sample.control.fail("/old", with: .redirect(to: sample.localhost(list).absoluteString))
            let reply = try await client.reply(sample.get("/old", Self.token), given: sample.localhost("/"))
            #expect(reply.url.host() == "localhost")
            let headers = try #require(sample.control.requests(to: list).first?.headers)
            #expect(headers["authorization"] == nil && headers["cookie"] == nil)
            #expect(headers["if-none-match"] == #"W/"1""#)
        }
    }

    @Test("Redirects never take credentials to another port, nor back again") func otherPort() async throws {
        try await withSample { sample, client in
            try await withSample { other, _ in
                sample.control.fail("/old", with: .redirect(to: other.baseURL.absoluteString + "/back"))
                other.control.fail("/back", with: .redirect(to: sample.baseURL.absoluteString + list))
                _ = try await client.reply(sample.get("/old", Self.token), given: other.baseURL)
                #expect(other.control.requests.map { $0.headers["authorization"] } == [nil])
                #expect(sample.control.requests(to: list).map { $0.headers["authorization"] } == [nil])
            }
        }
    }

    @Test("Redirects release their places at the host, regardless of how they end") func places() async throws {
        try await withSample(client: .init(maximumInFlightPerHost: 1)) { sample, client in
            sample.control.fail(list, with: .redirectLoop, times: 18)
            for _ in 0..<3 { _ = try await client.failure(sample.get(list)) }
            let reply = try await client.reply(sample.get(list))
            #expect(reply.status == .ok)
        }
    }

    @Test("Redirects are followed five times, and no more") func loop() async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .redirectLoop, times: 5)
            let reply = try await client.reply(sample.get(list))
            #expect(reply.status == .ok)
            sample.control.resetLog()
            sample.control.fail(list, with: .redirectLoop)
            let error = try await client.failure(sample.get(list))
            #expect(error == .tooManyRedirects(sample.url(list), limit: 5))
            #expect(sample.control.requests.count == 6)
        }
    }

    @Test("Redirects escape what their addresses don't allow, and nothing twice") func escapes() async throws {
        try await withSample { sample, client in
            sample.control.fail("/old", with: .status(302, headers: ["Location": "/été%20x?q=a|b"]))
            let error = try await client.failure(sample.get("/old"))
            #expect(error.kind == "status")
            #expect(sample.control.requests.last?.path == "/%C3%A9t%C3%A9%20x?q=a%7Cb")
        }
    }

    @Test(
        "Redirects to addresses without a web scheme are refused",
        arguments: ["ftp://example.org/", "file:///etc/passwd", "http://"])
    func elsewhere(_ address: String) async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .redirect(to: address))
            let error = try await client.failure(sample.get(list))
            #expect(error.kind == "invalidURL")
        }
    }

    @Test("Redirects without an address are reported as their status") func nowhere() async throws {
        try await withSample { sample, client in
            sample.control.fail(list, with: .status(302))
            guard case .status(_, .found, _) = try await client.failure(sample.get(list)) else {
                Issue.record("no status")
                return
            }
        }
    }

    @Test("Redirects are followed without waiting for an endless body") func endlessBody() async throws {
        try await withSample { sample, client in
            let target = sample.baseURL.absoluteString + list
            let listener = try Listener(
                answer: "HTTP/1.1 302 Found\r\nLocation: \(target)\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
            let url = try #require(URL(string: "http://127.0.0.1:\(listener.port)/"))
            let reply = try await client.reply(HTTPRequest(get: url), given: sample.baseURL)
            #expect(reply.url.absoluteString == target)
        }
    }
}
