import FeedStore
import Feeds
import Foundation
import GitFeed
import SampleUpstreams
import Testing

@Suite("Trending repositories on GitHub") struct TrendingTests {
    @Test("The trending list is one list by date, which grows repository by repository")
    func list() async throws {
        try await Scene.run { scene in
            let states = try await Subject.gitHub(trending: "Swift", scene.environment()).states()
            #expect(states.compactMap(\.progress).map(\.done) == [0, 1, 2, 3, 4, 5])
            #expect(states.compactMap(\.progress).allSatisfy { $0.total == 5 && $0.unit == "repositories" })
            let last = try #require(states.last)
            #expect(last.freshness == .fresh && last.items.count == 25 && last.dates == last.dates.sorted(by: >))
            #expect(Set(last.all(GitHubItem.self).map(\.repository)).count == 5)
            #expect(scene.control.maximumInFlight(.gitHub) == 1)
        }
    }

    @Test("The trending list names a repository that failed, and is stale without it")
    func oneFails() async throws {
        try await Scene.run { scene in
            scene.control.fail("/github/repos/", with: .status(500), times: 1)
            let state = try await Subject.gitHub(trending: "Swift", scene.environment()).last()
            let error = try #require(state.freshness.error)
            #expect(
                state.items.count == 20 && error.kind == "partial" && error.message.hasPrefix("1 of 5 repositories"))
            #expect(error.message.contains("/"))
        }
    }

    @Test("The trending list makes no request after a limit, until it is over")
    func limitInTheMiddle() async throws {
        try await Scene.run {
            $0.gitHubLimit = 2
        } _: { scene in
            let state = try await Subject.gitHub(trending: "Swift", scene.environment()).last()
            #expect(state.freshness.error?.kind == "partial" && state.items.count == 10)
            #expect(scene.control.requests.count == 3)
        }
    }

    @Test("The trending list respects the limit of searches, which is separate from that of events")
    func searchLimit() async throws {
        try await Scene.run {
            $0.gitHubSearchLimit = 1
        } _: { scene in
            let feed = Subject.gitHub(trending: "Swift", scene.environment())
            let first = try await feed.last()
            let second = try await feed.last(.forced)
            #expect(second.freshness.error?.kind == "rateLimited" && second.ids == first.ids)
            #expect(second.freshness.error?.retryAt == scene.now + 60)
            #expect(scene.control.requests(to: "/github/search").count == 1)
            #expect(try await scene.repository().last().freshness == .fresh)
        }
    }

    @Test("The trending list reports a search that GitHub gave up, and a language without repositories")
    func remarks() async throws {
        try await Scene.run { scene in
            #expect(try await Subject.gitHub(trending: "COBOL", scene.environment()).last().remarks.count == 1)
            let none = try await Subject.gitHub(trending: "Klingon", scene.environment()).last()
            #expect(none.items.isEmpty && none.remarks.count == 1 && none.freshness == .fresh)
        }
    }

    @Test("The trending list keeps what an incomplete search leaves out until a complete one, and is fresh")
    func incomplete() async throws {
        try await Scene.run { scene in
            let feed = Subject.gitHub(trending: "Swift", scene.environment())
            let before = try await feed.last()
            let names = Set(before.all(GitHubItem.self).map(\.repository)).sorted().prefix(2)
            let found = names.map { #"{"id":1,"full_name":"\#($0)"}"# }.joined(separator: ",")
            scene.control.fail(
                "/github/search",
                with: .status(200, body: #"{"total_count":2,"incomplete_results":true,"items":[\#(found)]}"#))
            scene.advance(121)
            let after = try await feed.last()
            #expect(after.freshness == .fresh && after.remarks.count == 1)
            #expect(before.items.count == 25 && Set(before.ids).isSubset(of: after.ids))
            scene.control.clear()
            scene.advance(121)
            #expect(try await feed.last().items.count == 25)
        }
    }

    @Test("The trending list is not searched for again within two minutes")
    func spacing() async throws {
        try await Scene.run { scene in
            let feed = Subject.gitHub(trending: "Swift", scene.environment())
            try await feed.last()
            #expect(try await feed.last().deferral == Deferral(until: scene.now + 120, rule: .spacing))
            #expect(scene.control.requests.count == 6)
        }
    }

    @Test("The public repositories are in GitHub's order")
    func repositories() async throws {
        try await Scene.run { scene in
            let feed = Subject.gitHubRepositories(scene.environment())
            let state = try await feed.last(limit: 100)
            let numbers = state.ids.compactMap { $0.split(separator: "-").last.flatMap { Int($0) } }
            #expect(numbers.count == 100 && numbers == numbers.sorted() && state.dates == [])
            scene.advance(601)
            #expect(try await feed.last(limit: 100).ids == state.ids)
            #expect(scene.control.requests.last?.headers["if-none-match"]?.hasPrefix("W/") == true)
        }
    }
}
