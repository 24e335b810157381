import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("Trending repositories")
struct TrendingTests {
    @Test("Trending repositories come with their newest events in one growing list, one after the other")
    func grows() async throws {
        try await withUpstreams { upstreams in
            let (states, error) = await collect(upstreams.gitHub().trending(language: "swift"))
            #expect(error == nil)
            #expect(states.map(\.done) == [0, 1, 2, 3, 4, 5])
            #expect(states.allSatisfy { $0.total == 5 && !$0.incompleteResults && $0.failures.isEmpty })
            let last = try #require(states.last)
            #expect(last.events.count == 25)
            #expect(last.events == last.events.sorted(by: GitHubItem.newestFirst))
            #expect(Set(last.events.map(\.repository)) == Set(last.repositories.map(\.name.description)))
            #expect(last.repositories.compactMap(\.stars) == last.repositories.compactMap(\.stars).sorted(by: >))
            #expect(upstreams.control.requests.count == 6 && upstreams.control.maximumInFlight(.gitHub) == 1)
        }
    }

    @Test(
        "Trending repositories are searched by language, most stars first",
        arguments: [
            ("c++", "language%3Ac%2B%2B"), ("C#", "language%3AC%23"),
            (" Jupyter  Notebook ", "language%3A%22Jupyter%20Notebook%22"),
        ])
    func query(language: String, encoded: String) async throws {
        try await withUpstreams { upstreams in
            _ = await collect(upstreams.gitHub().trending(language: language, repositories: 3))
            #expect(
                upstreams.control.requests.first?.path
                    == "/github/search/repositories?q=\(encoded)&sort=stars&per_page=3")
        }
    }

    @Test("Trending repositories of an invalid language aren't requested", arguments: ["", " ", "a\"b", "a\u{1}b"])
    func invalid(language: String) async throws {
        try await withUpstreams { upstreams in
            let (states, error) = await collect(upstreams.gitHub().trending(language: language))
            #expect(states.isEmpty && error as? GitHubError == .invalidLanguage(language))
            #expect(upstreams.control.requests.isEmpty)
        }
    }

    @Test("Trending repositories that fail are named, and the others arrive")
    func failing() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/repos/*/*/events", with: .status(500), times: 2)
            let (states, error) = await collect(upstreams.gitHub().trending(language: "rust"))
            #expect(error == nil)
            #expect(states.map(\.failures.count) == [0, 1, 2, 2, 2, 2])
            let last = try #require(states.last)
            #expect(last.events.count == 15)
            #expect(last.failures.map(\.repository) == last.repositories.prefix(2).map(\.name))
        }
    }

    @Test("Trending repositories fail together if every one fails")
    func allFailing() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/repos/*/*/events", with: .notJSON)
            let (states, error) = await collect(upstreams.gitHub().trending(language: "rust"))
            #expect(states.map(\.done) == [0, 1, 2, 3, 4])
            guard case .undecodable? = error as? HTTPError else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
        }
    }

    @Test("Trending repositories aren't requested any more once GitHub refuses")
    func limited() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/repos/*/*/events", with: .rateLimitedSecondary(retryAfter: 600), times: 1)
            let (states, error) = await collect(upstreams.gitHub().trending(language: "rust"))
            guard case .rateLimited? = error as? HTTPError else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            #expect(states.last?.failures.count == 4)
            #expect(upstreams.control.requests(to: "/github/repos").count == 1)
        }
    }

    @Test("A search that GitHub gave up is reported as incomplete, and one without results as empty")
    func incomplete() async throws {
        try await withUpstreams { upstreams in
            let (cobol, _) = await collect(upstreams.gitHub().trending(language: "cobol"))
            #expect(cobol.last?.incompleteResults == true)
            let (none, error) = await collect(upstreams.gitHub().trending(language: "tidelang"))
            #expect(none.map(\.total) == [0] && error == nil)
        }
    }

    @Test("A search for a language that GitHub refuses fails with GitHub's message")
    func refused() async throws {
        try await withUpstreams { upstreams in
            let body = #"{"message":"Validation Failed","errors":[{"message":"No such language","code":"invalid"}]}"#
            upstreams.control.fail("/github/search", with: .status(422, body: body))
            let (_, error) = await collect(upstreams.gitHub().trending(language: "nolang"))
            let words = "Validation Failed: No such language"
            #expect(error as? GitHubError == .noSuchLanguage("nolang", message: words))
        }
    }
}
