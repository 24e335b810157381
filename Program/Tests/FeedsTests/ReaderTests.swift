import FeedStore
import Feeds
import Foundation
import Freshet
import GitFeed
import News
import OurPlanet
import Testing

@Suite("What a reader keeps") struct ReaderTests {
    @Test("are repositories in the order in which they were added, whatever their capitals")
    func following() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            for text in ["https://github.com/Octo-Sample/Harbor/issues", "apple/swift", "octo-sample/harbor"] {
                try environment.follow(try #require(RepositoryName(text)))
            }
            try scene.store.follow("what a newer version knows", at: scene.now)
            #expect(try environment.followed().map(\.description) == ["Octo-Sample/Harbor", "apple/swift"])
            #expect(try scene.store.followed().first?.since == scene.now)
            try environment.unfollow(try #require(RepositoryName("Apple/Swift")))
            #expect(try environment.followed().map(\.description) == ["Octo-Sample/Harbor"])
        }
    }

    @Test("are marks that the feed's items show, those that arrive included, and the other lists' too")
    func marks() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let feed = Feed.news(.top, environment)
            let ids = try await feed.last(limit: 500).ids
            try environment.mark([ItemKey(feed.key, ids[0]), ItemKey(feed.key, ids[1])], as: .read)
            try environment.mark([ItemKey(feed.key, ids[1])], as: .saved)
            scene.advance(600)
            let states = try await feed.states(limit: 500)
            #expect(states.allSatisfy { state in state.marked == state.ids.filter { ids.prefix(2).contains($0) } })
            #expect(states.last?.items.first { $0.item.feedID == ids[1] }?.isSaved == true)
            let best = try await Feed.news(.best, environment).last(limit: 200)
            #expect(best.marked == best.ids.filter { ids.prefix(2).contains($0) })
        }
    }

    @Test("can be brought into a state that is shown already")
    func remarked() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let feed = scene.repository()
            try feed.markShown(try await feed.last())
            scene.advance(600)
            var state = try await feed.last()
            #expect(state.new.count > 1 && state.newTotal == state.new.count)
            state.remarks = ["kept"]
            try environment.markShown(feed.key, ids: [state.new[0]])
            try environment.mark([ItemKey(feed.key, state.ids[3])], as: .read)
            let remarked = try feed.remarked(state)
            #expect(remarked.new == Array(state.new.dropFirst()) && remarked.newTotal == remarked.new.count)
            #expect(remarked.marked == [state.ids[3]] && remarked.remarks == ["kept"] && remarked.ids == state.ids)
        }
    }

    @Test("are saved items of all upstreams, as they were, the last saved first")
    func saved() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let event = try #require(try await scene.repository().last().items.first?.item)
            let fires = Feed.planet(category: "wildfires", days: 30, environment)
            let fire = try #require(try await fires.last().items.first?.item)
            let story = try #require(try await Feed.news(.top, environment).last(limit: 30).items.first?.item)
            for (upstream, id) in [("github", event.id), ("planet", fire.id), ("news", story.feedID)] {
                scene.advance(1)
                try environment.mark([ItemKey(upstream: upstream, id: id)], as: .saved)
            }
            let saved = try environment.saved()
            #expect(saved.entries.map(\.saved.key.upstream) == ["news", "planet", "github"] && saved.unreadable == 0)
            guard case .news(let savedStory) = saved.entries[0].content,
                case .planet(let savedFire) = saved.entries[1].content,
                case .gitHub(let savedEvent) = saved.entries[2].content
            else { throw Unexpected() }
            #expect((savedStory.title, savedFire.title, savedEvent.title) == (story.title, fire.title, event.title))
            #expect(try environment.saved(limit: 1).entries.count == 1)
        }
    }

    @Test("are counted where this version cannot read them")
    func unreadable() async throws {
        try await Scene.run { scene in
            let feeds = [FeedKey("news/top"), FeedKey("weather/here")]
            let items = [Refresh.Item(id: "1", payload: Data("no JSON".utf8))]
            for feed in feeds {
                try scene.store.commit(
                    [Refresh(feed: feed, items: items, mode: .merge, fetchedAt: scene.now)], ledger: [], quotas: [])
            }
            try scene.environment().mark(feeds.map { ItemKey($0, "1") }, as: .saved)
            let saved = try scene.environment().saved()
            #expect(saved.entries.isEmpty && saved.unreadable == 2)
        }
    }
}

private struct Unexpected: Error {}

extension FeedState {
    /// Those that are read or saved.
    fileprivate var marked: [String] { items.filter { $0.isRead || $0.isSaved }.map(\.item.feedID) }
}
