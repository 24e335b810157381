import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import News
import OurPlanet
import SampleUpstreams
import Search
import Testing

@Suite("Unread items") struct ReadingTests {
    @Test("Everything that isn't marked as read is unread, and looking at it changes nothing")
    func everything() async throws {
        try await Scene.run { scene in
            let first = try await scene.repository().last()
            #expect(first.unread == first.ids && first.unreadCount == first.total)
            scene.advance(300)
            let second = try await scene.repository().last()
            #expect(second.unread == second.ids && second.unreadCount == second.total)
        }
    }

    @Test(
        "A newly followed feed has its newest 20 items unread, stored or not", arguments: [true, false])
    func justFollowed(isStored: Bool) async throws {
        try await Scene.run { scene in
            let subject = scene.repository()
            if isStored { try await subject.last() }
            try subject.environment.follow(subject.feed)
            if !isStored { try await subject.last() }
            let state = try await subject.last(limit: 100, .offline)
            #expect(state.unread == Array(state.ids.prefix(20)) && state.unreadCount == 20)
            #expect(try subject.environment.unreadCounts().total == 20)
        }
    }

    @Test("Unread items don't include those of a followed feed that are older than all known ones")
    func older() async throws {
        try await Scene.run { scene in
            let subject = scene.repository()
            try subject.environment.follow(subject.feed)
            let before = try await subject.last().unread
            let state = try await subject.last(limit: 130)
            #expect(state.items.count == 130 && state.unread == before)
        }
    }

    @Test("Unread items include only stories posted since when a longer part of the list arrives")
    func longerList() async throws {
        try await Scene.run { scene in
            let subject = Subject.news(.top, scene.environment())
            let first = try await subject.last(limit: 30)
            try subject.environment.mark(all: ItemSelection(.feed(subject.key)), as: .read)
            scene.advance(300)
            let states = try await subject.states(limit: 200)
            let last = try #require(states.last)
            let posted = try #require(first.fetchedAt)
            let news = HackerNews(transport: scene.client, baseURL: scene.sample.newsURL)
            let top = Set(try await news.ids(of: .top).value.prefix(30).map(String.init))
            let expected = last.all(Story.self).filter { $0.date > posted || top.contains($0.feedID) }
                .map(\.feedID).filter { !first.ids.contains($0) }
            #expect(last.items.count > 150 && last.unread == expected)
            #expect(states.allSatisfy { Set($0.unread).isSubset(of: expected) })
        }
    }

    @Test("Unread items don't include events that only a longer range of days has added")
    func moreDays() async throws {
        try await Scene.run { scene in
            let few = Subject.planet(category: "wildfires", days: 10, scene.environment())
            let before = try await few.last(limit: 1000)
            try few.environment.mark(all: ItemSelection(.feed(few.key)), as: .read)
            let many = Subject.planet(category: "wildfires", days: 100, scene.environment())
            let more = try await many.last(limit: 1000)
            #expect(more.items.count > before.items.count && more.unread == [])
            try await Subject.planet(days: 360, scene.environment()).last()
            let all = Subject.planet(category: "wildfires", days: 360, scene.environment())
            let most = try await all.last(limit: 1000, .offline)
            #expect(most.items.count > more.items.count && most.unread == [])
        }
    }

    @Test("A read mark applies in every list that has the item, and survives their refreshes")
    func marks() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let subject = Subject.news(.top, environment)
            let ids = Array(try await subject.last(limit: 200).ids.prefix(2))
            try environment.mark(ids.map { ItemKey(scope: "news", id: $0) }, as: .read)
            try environment.mark([ItemKey(scope: "news", id: ids[1])], as: .saved)
            scene.advance(600)
            let states = try await subject.states(limit: 200)
            #expect(states.allSatisfy { state in state.read == state.ids.filter { ids.contains($0) } })
            #expect(states.last?.items.first { $0.entry.id == ids[1] }?.isSaved == true)
            let best = try await Subject.news(.best, environment).last(limit: 200)
            #expect(best.read == best.ids.filter { ids.contains($0) })
        }
    }

    @Test("An unread item in two followed feeds counts once")
    func twoFeeds() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let (top, best) = (Subject.news(.top, environment), Subject.news(.best, environment))
            for subject in [top, best] {
                try await subject.last(limit: 200)
                try environment.follow(subject.feed)
            }
            let counts = try environment.unreadCounts()
            let unread = try environment.items(ItemSelection(.followed, isUnread: true), limit: nil)
            let keys = unread.items.map(\.key)
            #expect(counts.total == keys.count && Set(keys).count == keys.count && unread.total == keys.count)
            #expect(counts.byFeed.values.reduce(0, +) >= counts.total)
        }
    }

    @Test("Unread items can be updated in a state that is already shown")
    func remarked() async throws {
        try await Scene.run { scene in
            let subject = scene.repository()
            let environment = subject.environment
            var state = try await subject.last()
            state.remarks = ["kept"]
            try environment.mark([ItemKey(scope: "github", id: state.ids[3])], as: .read)
            let remarked = try environment.remarked(state, of: subject.feed)
            #expect(remarked.read == [state.ids[3]] && remarked.unreadCount == state.unreadCount - 1)
            #expect(remarked.remarks == ["kept"] && remarked.ids == state.ids)
        }
    }

    @Test("Unread items leave out an item of a story that was read before, also in a state already shown")
    func absorbed() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let (top, best) = (Subject.news(.top, environment), Subject.news(.best, environment))
            let read = try await top.last(limit: 1)
            let item = ItemKey(scope: "news", id: read.ids[0])
            for subject in [top, best] { try environment.follow(subject.feed) }
            scene.advance(60)
            try environment.mark([item], as: .read)
            scene.advance(60)
            let state = try await best.last(limit: 60)
            let late = try #require(state.unread.first { $0 != item.id })
            _ = try environment.join([item, ItemKey(scope: "news", id: late)])
            for shown in [try await best.last(limit: 60), try environment.remarked(state, of: best.feed)] {
                #expect(!shown.unread.contains(late) && shown.unreadCount == state.unreadCount - 1)
            }
        }
    }
}

@Suite("Saved items") struct SavedItemsTests {
    @Test("Saved items come from all upstreams, the last saved first")
    func order() async throws {
        try await Scene.run { scene in
            let environment = scene.environment()
            let event = try #require(try await scene.repository().last().items.first)
            let fires = Subject.planet(category: "wildfires", days: 30, environment)
            let fire = try #require(try await fires.last().items.first)
            let story = try #require(try await Subject.news(.top, environment).last(limit: 30).items.first)
            for (scope, shown) in [("github", event), ("planet", fire), ("news", story)] {
                scene.advance(1)
                try environment.mark([ItemKey(scope: scope, id: shown.entry.id)], as: .saved)
            }
            let saved = try environment.items(ItemSelection(.all, isSaved: true), limit: nil)
            #expect(saved.items.map(\.key.scope) == ["news", "planet", "github"] && saved.unreadable == 0)
            #expect(saved.items.map(\.shown.entry) == [story.entry, fire.entry, event.entry])
            #expect(try environment.items(ItemSelection(.all, isSaved: true), limit: 1).items.count == 1)
        }
    }

    @Test("Saved items that this version can't read are counted")
    func unreadable() async throws {
        try await Scene.run { scene in
            let feeds = [FeedKey("news/top"), FeedKey("weather/here")]
            for feed in feeds {
                let item = FeedUpdate.Item(id: "1", payload: Data("no JSON".utf8), search: SearchFields())
                _ = try scene.store.commit(
                    [FeedUpdate(feed: feed, items: [item], mode: .merge, fetchedAt: scene.now)], ledger: [], quotas: [])
                try scene.environment().mark([ItemKey(scope: feed.upstream, id: "1")], as: .saved)
            }
            let saved = try scene.environment().items(ItemSelection(.all, isSaved: true), limit: nil)
            #expect(saved.items.isEmpty && saved.unreadable == 2)
        }
    }
}

extension FeedState {
    /// The ids of the read items.
    fileprivate var read: [String] { items.filter { !$0.isUnread }.map(\.entry.id) }
}
