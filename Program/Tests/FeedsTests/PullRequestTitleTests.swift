import Dispatch
import FeedStore
import Foundation
import Freshet
import GitFeed
import SampleUpstreams
import Synchronization
import Testing

@testable import Feeds

@Suite("Titles of pull requests") struct PullRequestTitleTests {
    private static let pullRequests = "/github/repos/octo-sample/harbor/pulls"

    /// The shown events about pull requests that GitHub sends without a title, the newest first.
    private func events(_ state: FeedState) -> [GitHubItem] {
        state.all(GitHubItem.self).filter { $0.pullRequest != nil }
    }

    @Test("Titles of pull requests are fetched for the five newest visible items, one after another")
    func fresh() async throws {
        try await Scene.run { scene in
            let state = try await scene.repository(token: "t").last()
            let events = events(state)
            var numbers: [Int] = []
            for number in events.compactMap(\.pullRequest?.number) where !numbers.contains(number) {
                numbers.append(number)
            }
            #expect(numbers.count > 5)
            let requests = scene.control.requests(to: Self.pullRequests)
            #expect(requests.map(\.path) == numbers.prefix(5).map { "\(Self.pullRequests)/\($0)" })
            #expect(scene.control.maximumInFlight(.gitHub) == 1)
            for event in events {
                let isTitled = numbers.prefix(5).contains(event.pullRequest?.number ?? 0)
                #expect(event.title.contains("“") == isTitled && (event.pullRequest?.title != nil) == isTitled)
            }
            #expect(events.contains { $0.pullRequest?.body?.isEmpty == false && $0.entry.text != nil })
            #expect(state.freshness == .fresh && state.remarks == [])
        }
    }

    @Test("Titles of pull requests are each fetched once, a few per refresh, even if the feed hasn't changed")
    func kept() async throws {
        try await Scene.run { scene in
            let feed = scene.repository(token: "t")
            for _ in 0..<4 {
                try await feed.last()
                scene.advance(pollInterval)
            }
            let state = try await feed.last()
            let requests = scene.control.requests(to: Self.pullRequests).map(\.path)
            #expect(Set(requests).count == requests.count && requests.count > 5)
            #expect(events(state).allSatisfy { $0.title.contains("“") })
            let offline = try await feed.last(.offline)
            #expect(offline.all(GitHubItem.self) == state.all(GitHubItem.self))
            #expect(scene.control.requests(to: Self.pullRequests).count == requests.count)
        }
    }

    @Test("Titles that another feed has fetched are kept when an event arrives again")
    func otherFeed() async throws {
        try await Scene.run { scene in
            try await scene.repository(token: "t").last()
            let environment = scene.environment(token: "t")
            let account = Subject(UserFeed(try #require(AccountName("octo-sample"))), environment)
            let before = scene.control.requests(to: Self.pullRequests).map(\.path)
            try await account.last()
            let after = scene.control.requests(to: Self.pullRequests).map(\.path)
            #expect(Set(after).count == after.count && after.count >= before.count)
            let state = try await scene.repository(token: "t").last(.offline)
            #expect(events(state).prefix(2).allSatisfy { $0.title.contains("“") })
        }
    }

    @Test(
        "Titles that can't be fetched cause a remark on a fresh feed, and are fetched the next time",
        arguments: [Fault.status(500), .rateLimitedSecondary(retryAfter: 30), .wrongJSON, .closeWithoutResponse])
    func failing(fault: Fault) async throws {
        try await Scene.run { scene in
            scene.control.fail(Self.pullRequests, with: fault)
            let state = try await scene.repository(token: "t").last()
            #expect(state.freshness == .fresh && state.items.count == 50 && state.remarks.count == 1)
            #expect(state.remarks[0].hasPrefix("Some pull requests are shown without their titles: "))
            #expect(Set(scene.control.requests(to: Self.pullRequests).map(\.path)).count == 1)
            scene.control.clear()
            scene.advance(pollInterval)
            let next = try await scene.repository(token: "t").last()
            #expect(next.freshness == .fresh && next.remarks == [] && events(next)[0].title.contains("“"))
        }
    }

    @Test("Titles that GitHub doesn't have aren't requested again")
    func missing() async throws {
        try await Scene.run { scene in
            scene.control.fail(Self.pullRequests, with: .status(404))
            let state = try await scene.repository(token: "t").last()
            #expect(state.freshness == .fresh && state.remarks == [] && !events(state)[0].title.contains("“"))
            scene.advance(pollInterval)
            try await scene.repository(token: "t").last()
            let paths = scene.control.requests(to: Self.pullRequests).map(\.path)
            #expect(paths.count > 5 && Set(paths).count == paths.count)
        }
    }

    @Test("Titles aren't fetched without a token, which allows 60 requests an hour, or after a partial refresh")
    func sparing() async throws {
        try await Scene.run { scene in
            let anonymous = scene.repository()
            #expect(try await anonymous.last().remarks == [])
            #expect(scene.control.requests.count == 1)
            try await scene.repository(token: "t").last(.forced)
            // Titles that are known are shown to anyone.
            #expect(events(try await anonymous.last(.offline))[0].title.contains("“"))
        }
        try await Scene.run { scene in
            scene.control.fail("/github/repos/", with: .status(500), times: 1)
            let state = try await Subject.gitHub(trending: "Swift", scene.environment(token: "t")).last()
            #expect(state.freshness.error?.kind == "partial")
            #expect(!scene.control.requests.contains { $0.path.contains("/pulls/") })
        }
    }

    @Test("Titles leave half of the limit to refreshes")
    func budget() throws {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        let limit = RequestLimit(resource: "core", period: 3600, anonymous: 60, withToken: 5000)
        func spare(_ remaining: Int?, host: String = "a", resource: String = "core", until: Date? = nil) -> Int {
            let quotas = remaining.map {
                Quota(
                    key: .init(host: host, resource: resource, requester: Requester.anonymous.name), limit: 60,
                    remaining: $0, resetAt: until ?? now + 60, reportedAt: now)
            }
            return RequestBudget.spare(
                limit, [quotas].compactMap(\.self), requester: .anonymous, host: "a", now: now, atMost: 5)
        }
        #expect(spare(nil) == 5 && spare(60) == 5 && spare(33) == 3 && spare(30) == 0 && spare(0) == 0)
        #expect(spare(0, host: "b") == 5 && spare(0, until: now) == 5)
        #expect(spare(0, resource: "*") == 0 && spare(0, resource: "search") == 5)
    }

    @Test(
        "Titles delay the refresh by at most 10 s if GitHub doesn't respond, or the environment's limit",
        arguments: [10, 600])
    func hanging(seconds: Int) throws {
        let scene = try VirtualScene()
        let event = """
            [{"id":"1","type":"PullRequestEvent","actor":{"login":"mira"},"repo":{"name":"o/r"},\
            "created_at":"2027-01-15T07:00:00Z","payload":{"action":"opened","number":7,"pull_request":{"number":7}}}]
            """
        scene.answer { $0 == 0 ? .body(event, VirtualScene.wishes(60)) : .nothing }
        let settled = Mutex<[FeedState]>([])
        var environment = scene.environment(token: "t")
        #expect(environment.itemTimeout == .seconds(10))
        environment.itemTimeout = .seconds(seconds)
        let load = Subject.gitHub(RepositoryName("o/r")!, environment).load()
            .subscribe(onNext: { state in if state.isSettled { settled.withLock { $0.append(state) } } })
        scene.advance(to: seconds - 1)
        #expect(scene.paths.last == "/repos/o/r/pulls/7" && settled.withLock { $0.isEmpty })
        scene.advance(to: seconds + 1)
        let state = try #require(settled.withLock { $0.first })
        #expect(state.freshness == .fresh && state.items.count == 1 && scene.cancelled == 1)
        #expect(state.remarks.first?.contains("without their titles") == true)
        load.dispose()
    }

    @Test("Titles aren't requested offline")
    func offline() async throws {
        try await Scene.run { scene in
            try await scene.repository(token: "t").last(.offline)
            #expect(scene.control.requests.isEmpty)
        }
    }
}
