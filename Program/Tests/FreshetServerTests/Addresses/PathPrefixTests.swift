import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import WebText

@testable import FreshetServer

@Suite("The path of a public address") struct PathPrefixTests {
    private static let prefix = PathPrefix("/freshet")

    @Test(
        "A path prefix has parts that need no escapes, and no slash at its end",
        arguments: [
            ("", ""), ("/", ""), ("/freshet", "/freshet"), ("/freshet/", "/freshet"), ("/a/b-c_d.e~1/", "/a/b-c_d.e~1"),
            ("/Feeds", "/Feeds"), ("/...", "/..."),
        ])
    func valid(path: String, text: String) { #expect(PathPrefix(path)?.text == text) }

    @Test(
        "A path prefix is refused if a proxy or a browser could write it in another way",
        arguments: [
            "freshet", "//", "//host", "/a//b", "/a//", "/.", "/..", "/a/../b", "/a/./b", "/%61", "/a b", "/ä", "/a;b",
            "/a?b", "/a#b", "/a\\b", "/a\"b", "/a,b", "/a\r\nX: y",
        ])
    func invalid(path: String) { #expect(PathPrefix(path) == nil) }

    @Test(
        "A path prefix is removed from requests below it, and no others",
        arguments: [
            ("/freshet/", "/"), ("/freshet/news/top?unread=1", "/news/top?unread=1"), ("/freshet//", "//"),
            ("/freshet/freshet/", "/freshet/"), ("/freshet", nil), ("/freshet?x", nil), ("/freshets/", nil),
            ("/Freshet/", nil), ("/", nil), ("", nil), ("/news/freshet/", nil), ("/fresh%65t/", nil),
        ])
    func removed(address: String, path: String?) throws {
        #expect(try #require(Self.prefix).removed(from: address) == path)
        #expect(PathPrefix.none.removed(from: address) == address)
    }

    @Test(
        "A path prefix is added to addresses of this server, and no others",
        arguments: [
            ("/", "/freshet/"), ("/news/top", "/freshet/news/top"), ("//example.org/", "//example.org/"),
            ("https://example.org/", "https://example.org/"), ("?unread=1", "?unread=1"), ("#main", "#main"), ("", ""),
        ])
    func added(address: String, expected: String) throws {
        #expect(try #require(Self.prefix).added(to: address) == expected)
        #expect(PathPrefix.none.added(to: address) == address)
    }

    @Test(
        "A path prefix is added to addresses in attributes of HTML, and to nothing else",
        arguments: [
            (#"<a class="x" href="/news/top">/news/top</a>"#, #"<a class="x" href="/freshet/news/top">/news/top</a>"#),
            (#"<a href="/">a</a><img src="/icons/1"/>"#, #"<a href="/freshet/">a</a><img src="/freshet/icons/1"/>"#),
            (
                #"<form action="/marks"><input name="feed" value="/news/top"><button formaction="/x">"#,
                #"<form action="/freshet/marks"><input name="feed" value="/news/top"><button formaction="/freshet/x">"#
            ),
            (
                #"<li data-feed="/a" data-item="/a?item=1" data-unread="/a">"#,
                #"<li data-feed="/a" data-item="/freshet/a?item=1" data-unread="/a">"#
            ),
            (#"<p title="href=&quot;/a&quot;">href="/a" 1 < 2 href="/b"</p>"#, nil),
            (#"<a href="https://example.org/a" title="> href=" rel="/x">"#, nil),
            (##"<a href="//example.org/a"><a href="#a"><a href=""><a href="a/b">"##, nil),
            (#"<a xhref="/a" data-src="/a"><use href="data:image/svg+xml,/a"/>"#, nil),
            (#"<!doctype html><!-- <a --></a href="/a">"#, nil), (#"<a href="/a"#, #"<a href="/freshet/a"#), ("<", nil),
        ])
    func markup(html: String, expected: String?) throws {
        let markup = HTML(safe: html)
        #expect(try #require(Self.prefix).added(to: markup).description == expected ?? html)
        #expect(PathPrefix.none.added(to: markup) == markup)
    }

    @Test("A path prefix is in the cookies' path, with a name that browsers accept for it")
    func cookies() throws {
        let prefix = try #require(Self.prefix)
        var response = ServerResponse.empty(.ok)
        response.headers[values: .setCookie] = [
            SessionCookie.keeping("5ec2e7", isSecure: true), SessionCookie.keeping("5ec2e7", isSecure: false),
        ]
        #expect(
            prefix.added(to: response).headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) } == [
                "__Secure-freshet-session=5ec2e7", "freshet-session=5ec2e7",
            ])
        #expect(prefix.added(to: response).headers[values: .setCookie].allSatisfy { $0.contains("; Path=/freshet/; ") })
        #expect(PathPrefix.none.added(to: response).headers == response.headers)
    }

    @Test("A path prefix hides the cookies of a server at the host's root")
    func foreignCookies() throws {
        let head = HTTPRequest(
            method: .get, scheme: "http", authority: "example.org", path: "/freshet/",
            headerFields: [
                .cookie: "__Host-freshet-session=a; density=compact;__Secure-freshet-session=b; freshet-session=c"
            ])
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let prefix = try #require(Self.prefix)
        let inner = try #require(prefix.removed(from: request))
        #expect(SessionCookie.secrets(in: inner.headers) == ["b", "c"])
        #expect(inner.headers[values: .cookie].contains { $0.contains("density=compact") })
        #expect(PathPrefix.none.removed(from: request)?.headers == request.headers)
    }
}
