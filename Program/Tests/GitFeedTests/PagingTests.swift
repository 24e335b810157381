import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("Older pages")
struct PagingTests {
    @Test("Older pages come one by one until there are enough different events")
    func upTo() async throws {
        try await withUpstreams { upstreams in
            let (pages, error) = await collect(upstreams.gitHub().moreEvents(of: harbor, upTo: 130))
            #expect(error == nil)
            #expect(pages.map(\.events.count) == [100, 40])
            #expect(upstreams.control.requests.count == 2 && upstreams.control.maximumInFlight(.gitHub) == 1)
        }
    }

    @Test("Older pages aren't requested if one page has enough events")
    func one() async throws {
        try await withUpstreams { upstreams in
            let (pages, _) = await collect(upstreams.gitHub().moreEvents(of: harbor, upTo: 50))
            #expect(pages.map(\.events.count) == [50])
            #expect(upstreams.control.requests.count == 1)
        }
    }

    @Test("Older pages end when GitHub has no more, without duplicates")
    func end() async throws {
        try await withUpstreams { upstreams in
            let busy = RepositoryName("octo-sample/busy")!
            let (pages, error) = await collect(upstreams.gitHub().moreEvents(of: busy, upTo: 1000))
            #expect(error == nil && pages.count == 3 && pages.last?.next == nil)
            #expect(Set(pages.flatMap(\.events).map(\.id)).count == 300)
        }
    }

    @Test("Older pages continue from a link")
    func link() async throws {
        try await withUpstreams { upstreams in
            let gitHub = upstreams.gitHub()
            let first = try await gitHub.events(of: harbor, perPage: 60).value.content
            let next = try #require(first.next)
            let (pages, _) = await collect(gitHub.moreEvents(from: next, upTo: 60))
            #expect(pages.count == 1)
            #expect(Set(first.events.map(\.id)).isDisjoint(with: pages[0].events.map(\.id)))
        }
    }

    @Test("An older page that fails doesn't affect the pages before it")
    func failing() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/*/*/events?page=2", with: .status(500))
            upstreams.control.fail("/github/repositories/*/events?page=2", with: .status(500))
            let (pages, error) = await collect(upstreams.gitHub().moreEvents(of: harbor, upTo: 300))
            #expect(pages.count == 1)
            guard case .status? = error as? HTTPError else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
        }
    }

    @Test(
        "Pages of another host, port or scheme aren't requested, so that the token isn't sent there",
        arguments: ["http://example.org/x", "https://127.0.0.1/x", "http://127.0.0.1:1/x"])
    func foreign(address: String) async throws {
        try await withUpstreams { upstreams in
            let url = URL(string: address)!
            let gitHub = upstreams.gitHub(token: "secret")
            #expect(await failure(of: { try await gitHub.events(at: url).value }) as? GitHubError == .foreignPage(url))
            #expect(
                await failure(of: { try await gitHub.repositories(page: url).value }) as? GitHubError
                    == .foreignPage(url))
            #expect(upstreams.control.requests.isEmpty)
        }
    }
}

@Suite("A token") struct TokenEncryptionTests {
    private func error(_ address: String, token: String?) async throws -> GitHubError? {
        let url = try #require(URL(string: address))
        let gitHub = GitHub(transport: Canned(body: "[]"), baseURL: url, token: token)
        do {
            _ = try await gitHub.events(of: harbor).value
            return nil
        } catch {
            return error as? GitHubError
        }
    }

    @Test("A token is never sent without encryption", arguments: ["http://github.example", "http://127.evil.example"])
    func refused(address: String) async throws {
        guard case .tokenNeedsEncryption? = try await error(address, token: "secret") else {
            Issue.record("The token was sent.")
            return
        }
        #expect(try await error(address, token: nil) == nil)
    }

    @Test(
        "A token is sent to this computer, and to others with encryption",
        arguments: ["http://127.0.0.1:8080", "http://localhost/api", "http://[::1]:1/", "https://github.example"])
    func sent(address: String) async throws { #expect(try await error(address, token: "secret") == nil) }
}
