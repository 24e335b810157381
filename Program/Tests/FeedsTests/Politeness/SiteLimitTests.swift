import Feeds
import Foundation
import FreshetHTTP
import SampleUpstreams
import Testing
import WebFeeds

@Suite("A site that limits requests") struct SiteLimitTests {
    /// The sample's feed, requested by a client with the scene's clock.
    private func site(_ scene: Scene) throws -> Subject {
        var environment = scene.environment()
        let control = scene.control
        environment.transport = HTTPClient(
            configuration: .init(limits: Scene.limits, now: { control.now }))
        return Subject(try #require(SiteFeed(scene.sample.webURL.appending(path: "harbor/feed.xml"))), environment)
    }

    @Test(
        "A site with limits isn't requested until the end of the span that it names",
        arguments: [
            ["x-ratelimit-reset": "42"], ["x-ratelimit-remaining": "0.0", "x-ratelimit-reset": "42"],
            ["RateLimit-Remaining": "0", "RateLimit-Reset": "42"], ["RateLimit": #""default";r=0;t=42"#],
        ])
    func span(_ headers: [String: String]) async throws {
        try await Scene.run { scene in
            let site = try site(scene)
            scene.control.fail("/web/harbor", with: .status(429, headers: headers), times: 1)
            let error = try #require(try await site.last().freshness.error)
            #expect(error.kind == "rateLimited" && error.retryAt == scene.now + 42)
            scene.advance(41)
            #expect(try await site.last(.forced).freshness.error?.retryAt == scene.now + 1)
            #expect(scene.paths.count == 1)
            scene.advance(1)
            #expect(try await site.last(.forced).freshness == .fresh)
        }
    }

    @Test("A site with limits isn't requested after the last request that it allows")
    func exhausted() async throws {
        try await Scene.run { scene in
            let site = try site(scene)
            let headers = [
                "Content-Type": "application/rss+xml", "x-ratelimit-remaining": "0.0", "x-ratelimit-reset": "300",
            ]
            let feed = "<rss version='2.0'><channel><title>A</title><item><title>B</title></item></channel></rss>"
            scene.control.fail("/web/harbor", with: .status(200, headers: headers, body: feed), times: 1)
            #expect(try await site.last().freshness == .fresh)
            scene.advance(299)
            #expect(try await site.last(.forced).freshness.error?.kind == "rateLimited")
            #expect(scene.paths.count == 1)
            scene.advance(1)
            #expect(try await site.last(.forced).freshness == .fresh)
        }
    }

    @Test(
        "A site with limits is requested after a day even if it asks for more",
        arguments: ["999999999", "9999999999000"])
    func bounded(_ reset: String) async throws {
        try await Scene.run { scene in
            let site = try site(scene)
            scene.control.fail("/web/harbor", with: .status(429, headers: ["x-ratelimit-reset": reset]), times: 1)
            #expect(try await site.last().freshness.error?.retryAt == scene.now + 86_400)
        }
    }
}
