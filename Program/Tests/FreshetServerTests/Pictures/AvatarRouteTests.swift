import Foundation
import SampleUpstreams
import Testing

@testable import FreshetServer

@Suite("A page's pictures") struct AvatarRouteTests {
    private func run(_ body: (RunningServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await RunningServer.run({ $0.cacheFolder = folder }, body)
    }

    @Test("Avatars on a page come from this server, with a content type that browsers don't reinterpret")
    func served() async throws {
        try await run { server in
            _ = await server.ask("/api/github/octo-sample/harbor")
            let page = await server.ask("/github/octo-sample/harbor").text
            let paths = Set(page.matches(of: /"(\/avatars\/[0-9a-f]{32})"/).map { String($0.1) })
            #expect(paths.count > 3)
            for path in paths {
                let reply = await server.ask(path)
                #expect(reply.status == 200 && reply.headers["content-type"] == "image/png")
                #expect(reply.headers["x-content-type-options"] == "nosniff")
                #expect(reply.headers["cache-control"]?.contains("private, max-age=86400") == true)
            }
        }
    }

    @Test("Avatars on a page that another site opened are cached ones or initials")
    func foreign() async throws {
        try await run { server in
            _ = await server.ask("/api/github/octo-sample/harbor")
            let page = await server.ask("/github/octo-sample/harbor", "GET", OtherSiteTests.link).text
            let paths = Set(page.matches(of: /<img src="(\/avatars\/[^"]+)"/).map { String($0.1) })
            #expect(paths.count > 3)
            // The browser requests them for a page of this server.
            for path in paths {
                let reply = await server.ask(path, "GET", ["Sec-Fetch-Site": "same-origin"])
                #expect(reply.status == 200 && reply.headers["content-type"] == "image/svg+xml")
            }
            #expect(server.control.requests(to: "/github/avatars").isEmpty)

            let path = try #require(paths.first)
            let fetched = await server.ask(String(path.prefix { $0 != "?" }))
            #expect(fetched.headers["content-type"] == "image/png")
            #expect(await server.ask(path).headers["content-type"] == "image/png")
        }
    }

    @Test("Avatars on a page are initials while GitHub's are unavailable")
    func initials() async throws {
        try await run { server in
            _ = await server.ask("/api/github/octo-sample/harbor")
            server.scene.sample.control.fail("/github/avatars", with: .status(500))
            let page = await server.ask("/github/octo-sample/harbor").text
            let path = try #require(page.firstMatch(of: /"(\/avatars\/[0-9a-f]{32})"/)).1
            let reply = await server.ask(String(path))
            #expect(reply.status == 200 && reply.headers["content-type"] == "image/svg+xml")
            #expect(reply.headers["cache-control"]?.contains("max-age=60") == true)
        }
    }
}
