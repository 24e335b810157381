import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("A repository's events")
struct EventsTests {
    @Test("A repository's events come newest first, each with its own id, author and repository")
    func page() async throws {
        try await withUpstreams { upstreams in
            let page = try await upstreams.gitHub().events(of: harbor, perPage: 100).value.content
            let dates = page.events.compactMap(\.date)
            #expect(page.events.count == 100 && page.skipped == [])
            #expect(dates.count == 100 && dates == dates.sorted(by: >))
            #expect(page.newest == dates.first && page.oldest == dates.last)
            #expect(Set(page.events.map(\.id)).count == 100)
            #expect(page.events.allSatisfy { $0.id.hasPrefix($0.type + "-") && $0.repository == "octo-sample/harbor" })
            #expect(page.events.allSatisfy { $0.title.hasPrefix(($0.author?.name ?? "?") + " ") })
        }
    }

    @Test("Events of both payload shapes are all read", arguments: [harbor, lighthouse])
    func shapes(repository: RepositoryName) async throws {
        try await withUpstreams { upstreams in
            let page = try await upstreams.gitHub().events(of: repository, perPage: 100).value.content
            #expect(page.skipped == [] && page.events.count > 80)
            #expect(page.events.contains { $0.title.contains("commits to main") } == (repository == lighthouse))
            #expect(
                page.events.contains { $0.title.contains("triggered an event of type “tide”") })
        }
    }

    @Test("A repository may have no events: an empty page isn't an error")
    func empty() async throws {
        try await withUpstreams { upstreams in
            let page = try await upstreams.gitHub().events(of: RepositoryName("octo-sample/empty")!).value.content
            #expect(page.events == [] && page.next == nil && page.newest == nil)
        }
    }

    @Test("Events that can't be read are skipped, and counted with the reason")
    func skipped() async throws {
        let good = madeUpEvent(id: "1", type: "WatchEvent", payload: "{}", minute: 1)
        let undated = #"{"id":"2","type":"WatchEvent","actor":{"login":"a"},"repo":{"name":"a/b"},"payload":{}}"#
        let strange = madeUpEvent(id: "3", type: "PushEvent", payload: #"{"ref":17}"#, minute: 2)
        try await withUpstreams { upstreams in
            let page = try await upstreams.page(of: "[\(good),null,\(undated),\(strange),5]")
            #expect(page.events.map(\.id) == ["WatchEvent-1"])
            #expect(page.skipped.map(\.item) == ["item 2", "2", "3", "item 5"])
            #expect(page.skipped[1].reason == "created_at is missing")
            #expect(page.skipped[2].reason.hasPrefix("payload.ref isn't of the type String"))
        }
    }

    @Test("Events can have numbers as ids, fractions of a second, and unknown fields")
    func tolerance() async throws {
        let body = """
            [{"id":17,"type":"WatchEvent","actor":{"login":"tidy[bot]","display_login":"tidy","x":1},"repo":{"name":"a/b"},
            "payload":{"z":{}},"created_at":"2026-05-01T10:00:00.123Z","more":[]}]
            """
        try await withUpstreams { upstreams in
            let page = try await upstreams.page(of: body)
            #expect(page.events.map(\.id) == ["WatchEvent-17"])
            #expect(page.events.first?.title == "tidy[bot] starred the repository")
            #expect(page.events.first?.date == Date(timeIntervalSince1970: 1_777_629_600))
        }
    }

    @Test("Events aren't sent again to a client that has them")
    func notModified() async throws {
        try await withUpstreams { upstreams in
            let gitHub = upstreams.gitHub(token: "t")
            let page = try await gitHub.events(of: harbor).value.content
            let validators = try #require(page.validators)
            #expect(try await gitHub.events(of: harbor, validators: validators).value.isNotModified)
            #expect(upstreams.control.requests.last?.headers["if-none-match"] == validators.eTag)
            upstreams.control.advance(by: .seconds(120))
            #expect(try await !gitHub.events(of: harbor, validators: validators).value.isNotModified)
        }
    }

    @Test("Events are requested with GitHub's headers, and with the token for its host")
    func headers() async throws {
        try await withUpstreams { upstreams in
            _ = try await upstreams.gitHub(token: " secret\n").events(of: harbor, perPage: 500).value
            let request = try #require(upstreams.control.requests.last)
            #expect(request.path == "/github/repos/octo-sample/harbor/events?per_page=100")
            #expect(request.headers["authorization"] == "Bearer secret")
            #expect(request.headers["accept"] == "application/vnd.github+json")
            #expect(request.headers["x-github-api-version"] == "2022-11-28")
            _ = try await upstreams.gitHub(token: " ").events(of: harbor).value
            #expect(upstreams.control.requests.last?.headers["authorization"] == nil)
        }
    }

    @Test("The events of a renamed repository are those of its new name")
    func renamed() async throws {
        try await withUpstreams { upstreams in
            let old = RepositoryName("octo-sample/renamed")!
            let page = try await upstreams.gitHub().events(of: old).value.content
            #expect(page.events.count == 30 && page.events.allSatisfy { $0.repository == harbor.description })
        }
    }

    @Test(
        "Events link to the pages of the API's site",
        arguments: [
            ("https://api.github.com", "https://github.com"), ("https://api.octo.ghe.com", "https://octo.ghe.com"),
            ("https://ghe.example:8443/api/v3", "https://ghe.example:8443"),
            ("https://ghe.example/behind/api/v3/", "https://ghe.example/behind"),
            ("http://127.0.0.1/x", "https://github.com"),
        ])
    func pages(api: String, site: String) async throws {
        let event = madeUpEvent(id: "1", type: "WatchEvent", payload: "{}", minute: 1)
        let gitHub = GitHub(transport: Canned(body: "[\(event)]"), baseURL: URL(string: api)!)
        let page = try await gitHub.events(of: harbor).value.content
        #expect(page.events.first?.url.absoluteString == site + "/octo-sample/harbor/stargazers")
    }

    @Test("Events of an Enterprise server are requested under its path and lead to its pages")
    func enterprise() async throws {
        try await withUpstreams { upstreams in
            let event = madeUpEvent(id: "1", type: "WatchEvent", payload: "{}", minute: 1)
            upstreams.control.fail("/api/v3/repos/octo-sample/harbor/events", with: .status(200, body: "[\(event)]"))
            let base = upstreams.sample.baseURL.absoluteString
            let gitHub = upstreams.gitHub(at: URL(string: base + "/api/v3/")!)
            let page = try await gitHub.events(of: harbor).value.content
            #expect(page.events.first?.url.absoluteString == base + "/octo-sample/harbor/stargazers")
        }
    }
}
