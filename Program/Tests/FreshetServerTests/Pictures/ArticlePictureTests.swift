import FeedStore
import Feeds
import Foundation
import Logging
import SampleUpstreams
import Testing
import WebText

@testable import FreshetServer

@Suite("The pictures of articles") struct ArticlePictureTests {
    private static let gif = "GIF89a" + String(repeating: "-", count: 1000)
    private static let picture = "/web/pictures/1"

    /// A server that stores pictures, which a feed's item shows.
    private func run(
        pictures: [String] = [Self.picture], limit: Int = 1 << 20,
        _ body: (RunningServer, [String]) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let configure: (inout ServerOptions) -> Void = {
            $0.cacheFolder = folder
            $0.pictureLimit = limit
        }
        try await RunningServer.run(configure) { server in
            for path in pictures where path.hasPrefix("/") { serve(path, Self.gif, type: "image/gif", in: server) }
            let page = await page(pictures, in: server)
            let paths = page.matches(of: /<img src="(\/pictures\/[^"]+)"/).map {
                String($0.1).replacingOccurrences(of: "&amp;", with: "&")
            }
            try await body(server, paths)
        }
    }

    private func serve(_ path: String, _ body: String, type: String, in server: RunningServer) {
        server.control.fail(path, with: .status(200, headers: ["Content-Type": type], body: body))
    }

    /// The page of the item of a followed feed, as a reader or as another site opens it.
    private func page(_ pictures: [String], _ headers: [String: String] = [:], in server: RunningServer) async -> String
    {
        let markup = pictures.map { "<img src='\($0)' alt='A boat' width='40' height='30'>" }.joined()
        let feed =
            "{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\",\"items\":[{\"id\":\"1\",\"content_html\":\"\(markup)\"}]}"
        serve("/web/shown/feed", feed, type: "application/feed+json", in: server)
        let address = server.scene.sample.webURL.absoluteString + "/shown/feed"
        let name = address.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        _ = await server.post("/follow", "address=" + name)
        return await server.ask("/web/\(name)?item=1", "GET", headers).text
    }

    @Test("Pictures of articles come from this server, once fetched, and can't run anything")
    func served() async throws {
        try await run { server, paths in
            let path = try #require(paths.first)
            // The page has the picture in the item, and in the row for its pane.
            #expect(Set(paths).count == 1 && server.control.requests(to: Self.picture).isEmpty)
            for _ in 0..<2 {
                let reply = await server.ask(path)
                #expect(reply.status == 200 && reply.text == Self.gif)
                #expect(reply.headers["content-type"] == "image/gif")
                #expect(reply.headers["x-content-type-options"] == "nosniff")
                #expect(reply.headers["content-security-policy"] == "default-src 'none'; sandbox")
                #expect(reply.headers["cache-control"] == "private, max-age=86400, immutable")
            }
            #expect(server.control.requests(to: Self.picture).count == 1)
        }
    }

    @Test("Pictures of articles are requested only with the signature that a page gave them")
    func forged() async throws {
        try await run { server, paths in
            let path = try #require(paths.first)
            let signature = try #require(path.firstMatch(of: /pictures\/([0-9a-f]{32})/)).1
            let changed = String(signature.reversed())
            let forged = [
                path.replacingOccurrences(of: signature, with: changed),
                path.replacingOccurrences(of: signature, with: signature.dropLast()),
                path + "1", path.replacingOccurrences(of: "feed=web", with: "feed=news"),
                path.replacingOccurrences(of: "feed=", with: "feed=x%0A"), "/pictures/\(signature)", "/pictures/",
            ]
            for path in forged { #expect(await server.ask(path).status == 404, "\(path)") }
            #expect(server.control.requests(to: "/web/pictures").isEmpty)
        }
    }

    @Test("Pictures of articles are pictures by their first bytes, regardless of their content type")
    func formats() async throws {
        try await run { server, paths in
            let path = try #require(paths.first)
            for body in ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<html>", ""] {
                serve(Self.picture, body, type: "image/gif", in: server)
                #expect(await server.ask(path).status == 502)
                server.control.advance(by: .seconds(601))
            }
            serve(Self.picture, Self.gif, type: "image/svg+xml", in: server)
            #expect(await server.ask(path).headers["content-type"] == "image/gif")
        }
    }

    @Test("Pictures of articles are read only up to a size, and not stored beyond it")
    func size() async throws {
        try await run(limit: 64 << 20) { server, paths in
            let path = try #require(paths.first)
            let large = "GIF89a" + String(repeating: "-", count: 8 << 20)
            serve(Self.picture, large, type: "image/gif", in: server)
            #expect(await server.ask(path).status == 502)
            server.control.advance(by: .seconds(601))
            serve(Self.picture, String(large.prefix(8 << 20)), type: "image/gif", in: server)
            #expect(await server.ask(path).status == 200)
        }
    }

    @Test("Pictures of articles don't fill the disk: the least recently used are removed")
    func bound() async throws {
        let pictures = (1...4).map { "/web/pictures/\($0)" }
        try await run(pictures: pictures, limit: 3100) { server, paths in
            let paths = Array(paths.prefix(4))
            #expect(paths.count == 4)
            for path in paths {
                server.control.advance(by: .seconds(4000))
                #expect(await server.ask(path).status == 200)
            }
            for path in paths.reversed() {
                #expect(await server.ask(path + "&kept=1").status == (path == paths[0] ? 502 : 200))
            }
        }
    }

    @Test("Pictures of articles aren't requested from private networks, except a typed feed's origin")
    func privateNetwork() async throws {
        try await run(pictures: ["http://localhost:1/1.gif", "http://192.168.0.1/1.gif", Self.picture]) {
            server, paths in
            #expect(paths.count >= 3)
            for path in paths.prefix(2) { #expect(await server.ask(path).status == 502) }
            #expect(await server.ask(paths[2]).status == 200)
        }
        try await run { server, paths in
            let address = "http://localhost:\(server.scene.sample.port)\(Self.picture)"
            server.control.fail(Self.picture, with: .redirect(to: address))
            let path = try #require(paths.first)
            #expect(await server.ask(path).status == 502)
            #expect(server.control.requests(to: Self.picture).count == 1)
        }
    }

    @Test("Pictures of articles have the proportions of their files, once they are cached")
    func proportions() async throws {
        try await run { server, paths in
            let path = try #require(paths.first)
            // 512 × 320.
            let wide = "GIF89a\u{0}\u{2}@\u{1}" + String(repeating: "-", count: 100)
            serve(Self.picture, wide, type: "image/gif", in: server)
            let before = await page([Self.picture], in: server)
            #expect(before.contains("width=\"40\" height=\"30\""))
            #expect(await server.ask(path).status == 200)
            let after = await page([Self.picture], in: server)
            #expect(after.contains("width=\"40\" height=\"25\""))
        }
    }

    @Test("Pictures of articles have sizes that the cache keeps, also in files of earlier versions")
    func storedSizes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let logger = Logger(label: "pictures")
        let bytes = Data("GIF89a\u{0}\u{2}@\u{1}".utf8)
        let size = ServedPicture.Size(width: 512, height: 320)
        var first = PictureFolder(folder, limit: 1000, logger)
        _ = try first.keep(bytes, .gif, for: "a", at: Date(timeIntervalSince1970: 1000))
        try bytes.write(to: folder.appending(path: "b.1000.gif"))
        let sizes = PictureSizes()
        var second = PictureFolder(folder, limit: 1000, sizes: sizes, logger)
        try second.scan()
        #expect(sizes["a"] == size && sizes["b"] == nil)
        #expect(try second.picture("b", now: Date(timeIntervalSince1970: 1001)) != nil && sizes["b"] == size)
    }

    @Test("Pictures of articles aren't requested for a page that another site opened")
    func foreign() async throws {
        try await run { server, _ in
            let page = await page([Self.picture], OtherSiteTests.link, in: server)
            let path = try #require(page.firstMatch(of: /<img src="(\/pictures\/[^"]+)"/)).1
            let reply = await server.ask(String(path).replacingOccurrences(of: "&amp;", with: "&"))
            #expect(path.hasSuffix("kept=1") && reply.status == 502)
            #expect(server.control.requests(to: Self.picture).isEmpty)
        }
    }

    @Test("Pictures of articles are links if the setting is 0")
    func off() async throws {
        try await run(limit: 0) { server, paths in
            #expect(paths.isEmpty)
            #expect(await page([Self.picture], in: server).contains(">Image: A boat</a>"))
            #expect(await server.ask("/pictures/0").status == 404)
        }
    }

    @Test("Pictures of articles keep their addresses after a restart, and differ in another store")
    func key() throws {
        let folders = (0..<2).map { _ in FileManager.default.temporaryDirectory.appending(path: UUID().uuidString) }
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
        let signatures = [folders[0], folders[0], folders[1]].map {
            PictureSignature(in: $0).of("https://a.example/", in: FeedKey("web/a"))
        }
        #expect(signatures[0] == signatures[1] && signatures[0] != signatures[2])
        let rights = try FileManager.default.attributesOfItem(atPath: folders[0].appending(path: "key").path)
        #expect(rights[.posixPermissions] as? Int == 0o600)
    }
}
