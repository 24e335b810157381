import Foundation
@testable import FreshetHTTP
import HTTPTypes
import Testing

@Suite("Cookies of redirects", .soon) struct RedirectCookieTests {
    /// The `Cookie` of each request to `/`, which redirects to `/check` until it has one; that sets `cookie` and redirects back.
    private func cookies(_ cookie: String, path: String = "/", own: String? = nil) async throws -> [String?] {
        let server = RawServer { connection in
            let isCheck = connection.head.hasPrefix("GET /check/a ")
            if isCheck {
                connection.answer(302, ["Location": path, "Set-Cookie": cookie])
            } else if connection.head.contains("\r\nCookie: ") {
                connection.answer(200, [:], "read")
            } else {
                connection.answer(302, ["Location": "/check/a"])
            }
        }
        defer { server.stop() }
        let headers: HTTPFields = own.map { [.cookie: $0] } ?? [:]
        let request = HTTPRequest(get: server.url(path), headers: headers)
        _ = try? await HTTPClient().reply(request)  // Without the cookie, it never ends.
        return server.heads.filter { !$0.hasPrefix("GET /check/a ") }.map { head in
            head.split(separator: "\r\n").first { $0.hasPrefix("Cookie: ") }.map { String($0.dropFirst(8)) }
        }
    }

    @Test("Cookies of redirects are sent to the host that set them")
    func sent() async throws {
        #expect(try await cookies("seen=1; Path=/; HttpOnly") == [nil, "seen=1"])
        #expect(
            try await cookies("seen=\"a=b\"; Expires=Wed, 01 Jan 2090 00:00:00 GMT; Path=/") == [nil, "seen=\"a=b\""])
    }

    @Test(
        "Cookies of redirects aren't sent where they don't belong",
        arguments: [
            "seen=1; Secure; Path=/", "seen=1; Path=/other", "seen=1", "seen=1; Max-Age=0; Path=/",
            "seen=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/", "seen=1; Domain=else.example; Path=/",
            "seen=1; Domain=0.0.1; Path=/", "seen", "=1",
        ])
    func notSent(cookie: String) async throws {
        #expect(try await cookies(cookie).allSatisfy { $0 == nil })
    }

    @Test("Cookies of redirects follow the request's own, and end with it")
    func own() async throws {
        let server = RawServer { connection in
            let isFirst = !connection.head.contains("seen=1")
            if isFirst {
                connection.answer(302, ["Location": "/", "Set-Cookie": "seen=1"])
            } else {
                connection.answer()
            }
        }
        defer { server.stop() }
        let client = HTTPClient()
        for _ in 0..<2 { _ = try await client.reply(HTTPRequest(get: server.url(), headers: [.cookie: "a=b"])) }
        let sent = server.heads.map { $0.contains("\r\nCookie: a=b; seen=1") }
        #expect(sent == [false, true, false, true])
    }

    @Test(
        "Cookies of redirects are sent to the hosts under their Domain",
        arguments: [
            ("", ["example.org"]),
            ("; Domain=example.org", ["example.org", "www.example.org"]),
            ("; Domain=.Example.org", ["example.org", "www.example.org"]),
            ("; Domain=www.example.org", []),
        ])
    func domain(attribute: String, hosts: [String]) throws {
        func redirect(_ host: String) throws -> Redirect {
            try Redirect(.get, #require(URL(string: "https://\(host)/")), [:])
        }
        var cookies = RedirectCookies()
        try cookies.take([.setCookie: "seen=1" + attribute], from: redirect("example.org"), at: Date())
        let all = ["example.org", "www.example.org", "notexample.org", "org"]
        #expect(try all.filter { try cookies.added(to: redirect($0))[.cookie] == "seen=1" } == hosts)
    }

    @Test("Cookies of redirects aren't sent to another host")
    func otherHost() async throws {
        let other = RawServer { $0.answer() }
        defer { other.stop() }
        let target = other.url(host: "localhost")
        let server = RawServer { $0.answer(302, ["Location": target.absoluteString, "Set-Cookie": "seen=1; Path=/"]) }
        defer { server.stop() }
        _ = try await HTTPClient().reply(HTTPRequest(get: server.url()), given: target)
        #expect(other.heads.count == 1 && !other.heads[0].contains("Cookie"))
    }
}
