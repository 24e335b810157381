import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing

@Suite("Counting by the ledger") struct CountingTests {
    private func entry(_ scene: Scene, _ path: String) throws -> LedgerEntry? {
        try scene.store.ledger().first { $0.endpoint.url.contains(path) }
    }

    private func quota(_ scene: Scene) throws -> Quota? {
        try scene.store.quotas(at: scene.now).first { $0.key.resource == "core" }
    }

    @Test("The ledger counts each attempt of a request that is repeated")
    func retries() async throws {
        try await Scene.run { scene in
            scene.control.fail("/github/repos/octo-sample/harbor", with: .status(503), times: 2)
            var retrying = scene.environment()
            retrying.transport = RetryingTransport(scene.client, policy: RetryPolicy(base: 0))
            let harbor = Subject.gitHub(try #require(RepositoryName("octo-sample/harbor")), retrying)
            let state = try await harbor.last()
            #expect(state.freshness == .fresh)
            #expect(try entry(scene, "harbor/events")?.requests == 3)
        }
    }

    @Test("The ledger counts redirects, hop by hop")
    func redirects() async throws {
        try await Scene.run { scene in
            try await scene.repository("renamed").last()
            #expect(try entry(scene, "renamed/events")?.requests == 2)
        }
    }

    @Test("The ledger counts failures against the limit, although they don't report the rest")
    func failures() async throws {
        try await Scene.run { scene in
            try await scene.repository().last()
            let before = try #require(try quota(scene)?.remaining)
            scene.advance(pollInterval)
            scene.control.fail("/github/repos/octo-sample/harbor", with: .status(500))
            _ = try await scene.repository().last()
            #expect(try quota(scene)?.remaining == before - 1)
            scene.control.clear()
        }
    }

    @Test("The ledger counts failures against the limit of the period after the last known one")
    func nextPeriod() async throws {
        try await Scene.run { scene in
            try await scene.repository().last()
            scene.advance(4000)
            scene.control.fail("/github/repos/octo-sample/harbor", with: .status(500))
            _ = try await scene.repository().last()
            let quota = try #require(try quota(scene))
            #expect(quota.remaining == 59 && quota.resetAt == scene.now + 3600)
        }
    }

    @Test("The ledger counts the requests that find a site's feed before it is followed")
    func probes() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor", "")
            _ = try await site.environment.resolve(scene.sample.webURL.appending(path: "harbor/").absoluteString).value
            let requests = try scene.store.ledger().reduce(0) { $0 + $1.requests }
            #expect(requests == scene.control.requests.count)
        }
    }

    @Test("The ledger counts a host's wait, and obeys it before a site of it is followed")
    func limitedProbe() async throws {
        try await Scene.run { scene in
            scene.control.fail("/web", with: .status(429, headers: ["Retry-After": "60"]))
            let address = scene.sample.webURL.appending(path: "harbor/").absoluteString
            let environment = scene.environment()
            for _ in 0..<2 {
                await #expect(throws: (any Error).self) { _ = try await environment.resolve(address).value }
            }
            #expect(scene.control.requests.count == 1)
        }
    }
}
