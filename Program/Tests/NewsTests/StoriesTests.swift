import Foundation
import Freshet
import FreshetHTTP
import News
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("The stories of a list")
struct StoriesTests {
    @Test("Stories come as they arrive, in a growing list, newest first")
    func grows() async throws {
        try await withUpstreams { upstreams in
            let (states, error) = await collect(upstreams.news().stories(of: .new, limit: 40))
            #expect(error == nil)
            #expect(states.map(\.done) == Array(0...40))
            #expect(states.allSatisfy { $0.total == 40 && $0.list == .new })
            for state in states {
                #expect(state.stories == state.stories.sorted(by: Story.newestFirst))
                #expect(state.stories.count + state.absent.count + state.failures.count == state.done)
            }
            let last = try #require(states.last)
            #expect(last.ids == (try await upstreams.news().ids(of: .new).value).prefix(40).map { $0 })
            #expect(Set(last.stories.map(\.id)).union(last.absent.keys) == Set(last.ids))
            #expect(last.failures.isEmpty && last.skipped == last.absent.count)
        }
    }

    @Test("Stories are requested with no more requests in flight than permitted", arguments: [1, 4, 16])
    func concurrency(count: Int) async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/item", with: .hang)
            let subscription = upstreams.news().stories(of: .top, limit: 32, maxConcurrent: count).subscribe()
            defer { subscription.dispose() }
            try await waited { upstreams.control.requests(to: "/news/v0/item").count >= count }
            // Any further request would have been made.
            _ = try await upstreams.news().ids(of: .top).value
            #expect(upstreams.control.requests(to: "/news/v0/item").count == count)
        }
    }

    @Test("The stories of each list are fetched", arguments: HackerNews.List.allCases)
    func lists(list: HackerNews.List) async throws {
        try await withUpstreams { upstreams in
            let (states, error) = await collect(upstreams.news().stories(of: list, limit: 10))
            let last = try #require(states.last)
            #expect(error == nil && last.total == 10 && last.stories.count >= 5)
            let name = list == .jobs ? "jobstories" : list.rawValue + "stories"
            #expect(upstreams.control.requests.first?.path == "/news/v0/\(name).json")
        }
    }

    @Test("Stories that are null, deleted or dead are skipped, and counted with the reason")
    func absent() async throws {
        try await withUpstreams { upstreams in
            let (states, error) = await collect(upstreams.news().stories(of: .new, limit: 100))
            let last = try #require(states.last)
            #expect(error == nil && last.failures.isEmpty)
            #expect(Set(last.absent.values) == [.null, .deleted, .dead])
            #expect(last.stories.count + last.absent.count == 100)
        }
    }

    @Test("Stories that fail are skipped and counted")
    func failing() async throws {
        try await withUpstreams { upstreams in
            let ids = try await upstreams.news().ids(of: .new).value
            upstreams.control.fail("/news/v0/item/\(ids[0]).json", with: .status(500))
            upstreams.control.fail("/news/v0/item/\(ids[1]).json", with: .truncatedJSON)
            upstreams.control.fail("/news/v0/item/\(ids[2]).json", with: .closeWithoutResponse)
            let (states, error) = await collect(upstreams.news().stories(of: .new, limit: 10))
            let last = try #require(states.last)
            #expect(error == nil && last.done == 10)
            #expect(Set(last.failures.keys) == Set(ids.prefix(3)))
            #expect(last.stories.count + last.absent.count == 7)
        }
    }

    @Test("Stories fail together if every one fails")
    func allFailing() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/item", with: .status(503))
            let (states, error) = await collect(upstreams.news().stories(of: .new, limit: 5))
            #expect(states.map(\.done) == [0, 1, 2, 3, 4])
            guard case .status? = error as? HTTPError else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
        }
    }

    @Test("Stories aren't requested any more once the server refuses; those that arrived stay")
    func limited() async throws {
        try await withUpstreams { upstreams in
            let ids = try await upstreams.news().ids(of: .new).value
            upstreams.control.fail("/news/v0/item/\(ids[5]).json", with: .status(429))
            let (states, error) = await collect(upstreams.news().stories(of: .new, limit: 100, maxConcurrent: 1))
            let last = try #require(states.last)
            #expect(error == nil && last.done == 100 && last.failures.count == 95)
            #expect(upstreams.control.requests(to: "/news/v0/item").count == 6)
        }
    }

    @Test("Known stories come immediately without a request, unless they have changed")
    func warm() async throws {
        try await withUpstreams { upstreams in
            let (cold, _) = await collect(upstreams.news().stories(of: .new, limit: 20))
            let stories = try #require(cold.last?.stories)
            var known = Dictionary(uniqueKeysWithValues: stories.map { ($0.id, $0) })
            let forgotten = stories[3]
            known[forgotten.id] = nil
            let changed = stories[5]
            upstreams.control.resetLog()
            let (warm, error) = await collect(
                upstreams.news().stories(of: .new, limit: 20, known: known, changed: [changed.id, 7]))
            #expect(error == nil)
            let absent = 20 - stories.count
            #expect(
                Set(upstreams.control.requests.map(\.path)).isSuperset(
                    of: [forgotten.id, changed.id].map { "/news/v0/item/\($0).json" }))
            #expect(upstreams.control.requests.count == 1 + 2 + absent)
            let first = try #require(warm.first)
            #expect(first.done == stories.count - 2 && first.reused == stories.count - 2)
            #expect(first.stories.contains(changed) && !first.stories.contains(forgotten))
            #expect(warm.last?.done == 20 && warm.last?.stories == stories)
        }
    }

    @Test("Stories that changed and can't be fetched stay as they were")
    func changedFails() async throws {
        try await withUpstreams { upstreams in
            let (cold, _) = await collect(upstreams.news().stories(of: .new, limit: 3))
            let stories = try #require(cold.last?.stories)
            let known = Dictionary(uniqueKeysWithValues: stories.map { ($0.id, $0) })
            upstreams.control.fail("/news/v0/item", with: .status(500))
            let (warm, error) = await collect(
                upstreams.news().stories(of: .new, limit: 3, known: known, changed: Set(known.keys)))
            #expect(error == nil && warm.last?.stories == stories && warm.last?.failures.count == stories.count)
        }
    }

    @Test("Stories that changed and were removed are left out")
    func changedGoes() async throws {
        try await withUpstreams { upstreams in
            let (cold, _) = await collect(upstreams.news().stories(of: .new, limit: 3))
            let stories = try #require(cold.last?.stories)
            let gone = try #require(stories.first)
            upstreams.control.fail("/news/v0/item/\(gone.id).json", with: .status(200, body: "null"))
            let known = Dictionary(uniqueKeysWithValues: stories.map { ($0.id, $0) })
            let (warm, _) = await collect(
                upstreams.news().stories(of: .new, limit: 3, known: known, changed: [gone.id]))
            #expect(warm.last?.stories == Array(stories.dropFirst()) && warm.last?.absent[gone.id] == .null)
        }
    }

    @Test("The stories of a list with other values are those of its numbers, each once")
    func strangeList() async throws {
        try await withUpstreams { upstreams in
            let ids = try await upstreams.news().ids(of: .new).value
            let body = "[\(ids[0]),\"x\",\(ids[1]),null,\(ids[0])]"
            upstreams.control.fail("/news/v0/newstories.json", with: .status(200, body: body))
            #expect(try await upstreams.news().ids(of: .new).value == Array(ids.prefix(2)))
            let (states, _) = await collect(upstreams.news().stories(of: .new))
            #expect(states.last?.total == 2 && states.last?.unreadable == 2)
            upstreams.control.fail("/news/v0/newstories.json", with: .status(200, body: "[]"))
            let (none, error) = await collect(upstreams.news().stories(of: .new))
            #expect(none.map(\.total) == [0] && error == nil)
        }
    }

    @Test("The number of requested stories must be at least one")
    func limit() async throws {
        try await withUpstreams { upstreams in
            let (_, error) = await collect(upstreams.news().stories(of: .new, limit: 0))
            #expect(error as? HackerNewsError == .invalidLimit(0))
            #expect(upstreams.control.requests.isEmpty)
        }
    }

    @Test("A missing, an unreadable and an unreachable list fail with different errors")
    func noList() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/news/v0/showstories.json", with: .status(200, body: "null"))
            let missing = await failure(of: { try await upstreams.news().ids(of: .show).value })
            #expect(missing as? HackerNewsError == .noSuchList(.show))
            upstreams.control.fail("/news/v0/topstories.json", with: .wrongJSON)
            let (states, strange) = await collect(upstreams.news().stories(of: .top))
            guard case .undecodable? = strange as? HTTPError, states.isEmpty else { return #expect(Bool(false)) }
            let news = upstreams.news(at: URL(string: "http://127.0.0.1:\(try SampleUpstreams.unusedPort())/v0/")!)
            guard case .unreachable? = await failure(of: { try await news.ids(of: .top).value }) as? HTTPError else {
                return #expect(Bool(false))
            }
        }
    }
}
