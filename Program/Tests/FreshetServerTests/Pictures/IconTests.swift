import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The icons of feeds") struct IconTests {
    private static let gif = "GIF89a" + String(repeating: "-", count: 100)
    private static let ico = "\0\0\u{1}\0\u{1}\0" + String(repeating: "-", count: 100)

    /// A server that follows a feed, and the path of the feed's icon.
    private func run(
        named icon: String? = nil, page: String = "<html></html>", limit: Int = 1 << 20,
        _ body: (RunningServer, String?) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "icons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configure: (inout FreshetServer.Configuration) -> Void = {
            $0.cacheFolder = folder
            $0.pictureLimit = limit
        }
        try await RunningServer.run(configure) { server in
            let site = "\(server.scene.sample.webURL)/shown"
            let image = icon.map { "<image><url>\(site)/\($0)</url></image>" } ?? ""
            let feed =
                "<rss><channel><title>Été</title><link>\(site)/home</link>\(image)<item><title>x</title></item></channel></rss>"
            serve("/web/shown/feed", feed, type: "application/rss+xml", in: server)
            serve("/web/shown/home", page, type: "text/html", in: server)
            let address = "\(site)/feed".addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            _ = await server.post("/follow", "address=" + address)
            try await body(server, Self.path(in: await server.ask("/following").text))
        }
    }

    private func serve(_ path: String, _ body: String, type: String, in server: RunningServer) {
        server.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    private static func path(in page: String) -> String? {
        page.firstMatch(of: /<img class="feed-mark" src="(\/icons\/[^"]+)"/).map {
            String($0.1).replacingOccurrences(of: "&amp;", with: "&")
        }
    }

    /// What is served once all requests have been answered.
    private func settled(_ path: String?, _ server: RunningServer) async throws -> Reply {
        let path = try #require(path)
        _ = await server.ask(path)
        try await waits { server.control.inFlightCount == 0 }
        return await server.settled(path)
    }

    @Test("are those that feeds name, in the page's own name, and are requested once")
    func named() async throws {
        try await run(named: "own.gif") { server, path in
            serve("/web/shown/own.gif", Self.gif, type: "text/html", in: server)
            let reply = try await settled(path, server)
            #expect(reply.text == Self.gif && reply.headers["content-type"] == "image/gif")
            #expect(reply.headers["content-security-policy"] == "default-src 'none'; sandbox")
            #expect(server.control.requests(to: "/web/shown/own.gif").count == 1)
            #expect(server.control.requests(to: "/web/shown/home").isEmpty)
        }
    }

    @Test("are those of the site's page, if the feed's is no picture; SVG is never served")
    func linked() async throws {
        let page = """
            <head><link rel="icon" href="a.svg" type="image/svg+xml"><link rel=apple-touch-icon href="/web/shown/b.gif">\
            <link rel="shortcut icon" href="c.gif" sizes="48x48"></head>
            """
        try await run(named: "own.gif", page: page) { server, path in
            for name in ["own.gif", "a.svg"] {
                serve("/web/shown/\(name)", "<svg/>", type: "image/svg+xml", in: server)
            }
            for name in ["b.gif", "c.gif"] { serve("/web/shown/\(name)", Self.gif, type: "image/gif", in: server) }
            let reply = try await settled(path, server)
            #expect(reply.text == Self.gif)
            #expect(server.control.requests(to: "/web/shown/c.gif").count == 1)
            for name in ["a.svg", "b.gif"] { #expect(server.control.requests(to: "/web/shown/\(name)").isEmpty) }
        }
    }

    @Test("are at /favicon.ico otherwise, also in the format of Windows")
    func favicon() async throws {
        try await run { server, path in
            serve("/favicon.ico", Self.ico, type: "text/plain", in: server)
            let reply = try await settled(path, server)
            #expect(reply.text == Self.ico && reply.headers["content-type"] == "image/x-icon")
        }
    }

    @Test("are letters where a site has none, which is asked again after a month")
    func letter() async throws {
        try await run { server, path in
            let large = Self.gif + String(repeating: "-", count: 256 << 10)
            serve("/favicon.ico", large, type: "image/gif", in: server)
            let reply = try await settled(path, server)
            #expect(reply.headers["content-type"] == "image/svg+xml" && reply.text.contains(">É</text>"))
            server.control.advance(by: .seconds(29 * 86_400))
            #expect(try await settled(path, server).text == reply.text)
            #expect(server.control.requests(to: "/favicon.ico").count == 1)
            serve("/favicon.ico", Self.gif, type: "image/gif", in: server)
            server.control.advance(by: .seconds(2 * 86_400))
            #expect(try await settled(path, server).text == Self.gif)
        }
    }

    @Test("are served only with the signature that a page gave them, and not requested for other sites' pages")
    func forged() async throws {
        try await run(named: "own.gif") { server, path in
            let path = try #require(path)
            let signature = try #require(path.firstMatch(of: /icons\/([0-9a-f]{32})/)).1
            for forged in [
                path.replacingOccurrences(of: signature, with: String(signature.reversed())),
                path.replacingOccurrences(of: "feed=web", with: "feed=news"), "/icons/\(signature)", "/icons/",
                path.replacingOccurrences(of: "/icons/", with: "/pictures/") + "&url=icon",
            ] { #expect(await server.ask(forged).status == 404, "\(forged)") }
            let page = await server.ask("/following", "GET", OtherSiteTests.link).text
            let kept = try #require(Self.path(in: page))
            #expect(kept.hasSuffix("&kept=1"))
            #expect(await server.ask(kept).headers["content-type"] == "image/svg+xml")
            #expect(server.control.requests(to: "/web/shown/own.gif").isEmpty)
        }
    }

    @Test("are letters in the page if pictures aren't stored, and drawings for other upstreams")
    func drawn() async throws {
        try await run(limit: 0) { server, path in
            #expect(path == nil)
            _ = await server.post("/follow", "feed=/news/top")
            let page = await server.ask("/following").text
            #expect(page.contains(/<span class="feed-mark letter hue-[0-7]" aria-hidden="true">É<\/span>/))
            #expect(page.matches(of: /<symbol id="mark-news"/).count == 1)
            #expect(page.matches(of: /<use href="#mark-news"\/>/).count == 2)
        }
    }
}
