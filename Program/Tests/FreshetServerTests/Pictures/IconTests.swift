import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("The icons of feeds") struct IconTests {
    private static let gif = "GIF89a" + String(repeating: "-", count: 100)
    private static let ico = "\0\0\u{1}\0\u{1}\0" + String(repeating: "-", count: 100)

    /// A server that follows a feed with an icon at `/web/shown/ICON`, and the path of the feed's page.
    private func run(
        named icon: String? = nil, page: String = "<html></html>", limit: Int = 1 << 20,
        _ body: (RunningServer, String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "icons-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configure: (inout ServerOptions) -> Void = {
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
            let path = try #require(await server.post("/follow", "address=" + address).headers["location"])
            try await body(server, path)
        }
    }

    private func serve(_ path: String, _ body: String, type: String, in server: RunningServer) {
        server.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    /// The icons that the server knows, by the paths of feeds; `none` for a site without one.
    private func icons(
        of path: String, headers: [String: String] = [:], _ server: RunningServer
    ) async throws -> [String: String] {
        let names = path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let reply = await server.ask("/icons?feeds=" + names, "GET", headers)
        let document = try JSONDecoder().decode([String: [String: String?]].self, from: Data(reply.text.utf8))
        return document["icons", default: [:]].mapValues { $0 ?? "none" }
    }

    /// The icon of a feed once all requests have been answered.
    private func settled(_ path: String, _ server: RunningServer) async throws -> String {
        try await waits {
            let known = try await icons(of: path, server)[path]
            return server.control.inFlightCount == 0 && known != nil
        }
        return try #require(try await icons(of: path, server)[path])
    }

    private static func data(_ bytes: String, _ type: String) -> String {
        "data:\(type);base64," + Data(bytes.utf8).base64EncodedString()
    }

    @Test("Icons that feeds name are requested once and sent in one document")
    func named() async throws {
        try await run(named: "own.gif") { server, path in
            serve("/web/shown/own.gif", Self.gif, type: "text/html", in: server)
            let icon = try await settled(path, server)
            #expect(icon == Self.data(Self.gif, "image/gif"))
            #expect(server.control.requests(to: "/web/shown/own.gif").count == 1)
            #expect(server.control.requests(to: "/web/shown/home").isEmpty)
        }
    }

    @Test("An icon that isn't a picture is replaced by that of the site's page, and SVG is never served")
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
            let icon = try await settled(path, server)
            #expect(icon == Self.data(Self.gif, "image/gif"))
            #expect(server.control.requests(to: "/web/shown/c.gif").count == 1)
            for name in ["a.svg", "b.gif"] { #expect(server.control.requests(to: "/web/shown/\(name)").isEmpty) }
        }
    }

    @Test("A site's /favicon.ico is its icon if nothing names one, also in the format of Windows")
    func favicon() async throws {
        try await run { server, path in
            serve("/favicon.ico", Self.ico, type: "text/plain", in: server)
            let icon = try await settled(path, server)
            #expect(icon == Self.data(Self.ico, "image/x-icon"))
        }
    }

    @Test("A site without an icon is asked again after a month")
    func absent() async throws {
        try await run { server, path in
            let large = Self.gif + String(repeating: "-", count: 256 << 10)
            serve("/favicon.ico", large, type: "image/gif", in: server)
            let first = try await settled(path, server)
            #expect(first == "none")
            server.control.advance(by: .seconds(29 * 86_400))
            let later = try await settled(path, server)
            #expect(later == "none")
            #expect(server.control.requests(to: "/favicon.ico").count == 1)
            serve("/favicon.ico", Self.gif, type: "image/gif", in: server)
            server.control.advance(by: .seconds(2 * 86_400))
            _ = try await icons(of: path, server)
            try await waits { try await icons(of: path, server)[path] == Self.data(Self.gif, "image/gif") }
        }
    }

    @Test("A large icon has an address of its own, which only the server can sign")
    func large() async throws {
        let bytes = Self.gif + String(repeating: "-", count: 32 << 10)
        try await run(named: "own.gif") { server, path in
            serve("/web/shown/own.gif", bytes, type: "image/gif", in: server)
            let address = try await settled(path, server)
            let reply = await server.ask(address)
            #expect(reply.text == bytes && reply.headers["content-type"] == "image/gif")
            #expect(reply.headers["content-security-policy"] == "default-src 'none'; sandbox")
            let signature = try #require(address.firstMatch(of: /icons\/([0-9a-f]{32})/)).1
            for forged in [
                address.replacingOccurrences(of: signature, with: String(signature.reversed())),
                address.replacingOccurrences(of: "feed=web", with: "feed=news"), "/icons/\(signature)", "/icons/",
                address.replacingOccurrences(of: "/icons/", with: "/pictures/") + "&url=icon",
            ] { #expect(await server.ask(forged).status == 404, "\(forged)") }
        }
    }

    @Test("Icons are sent of followed feeds only, and not requested for pages that other sites open")
    func unknown() async throws {
        try await run(named: "own.gif") { server, path in
            let others = try await icons(of: "/web/http%3A%2F%2Fother.example%2F", server)
            #expect(others == [:])
            let foreign = try await icons(of: path, headers: OtherSiteTests.link, server)
            #expect(foreign == [path: "none"])
            #expect(server.control.requests(to: "/web/shown/own.gif").isEmpty)
            for feeds in [
                "", Array(repeating: "/web/x", count: 65).enumerated().map { $1 + "\($0)" }.joined(separator: "%20"),
            ] {
                #expect(await server.ask("/icons?feeds=" + feeds).status == 400)
            }
        }
    }

    @Test("A page has letters for web feeds, and the drawings of other upstreams")
    func drawn() async throws {
        try await run(limit: 0) { server, path in
            let none = try await icons(of: path, server)
            #expect(none == [path: "none"])
            _ = await server.post("/follow", "feed=/news/top")
            let menu = await server.ask("/following?part=menu").text
            #expect(menu.contains(/<span class="feed-mark letter hue-[0-7]" aria-hidden="true" data-icon>É<\/span>/))
            #expect(menu.matches(of: /<symbol id="mark-news"/).count == 1)
            #expect(menu.matches(of: /<use href="#mark-news"\/>/).count == 1)
        }
    }
}
