import Foundation
import Search
import Testing

@testable import FeedStore

@Suite("Searches of stories")
struct StorySearchTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    private let a = FeedKey("web/a"), b = FeedKey("web/b"), c = FeedKey("web/c")

    /// A story of three items, the words of whose titles differ, and an item by itself.
    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store(.telling)
        for feed in [a, b, c] { try store.follow(feed, on: 0) }
        try store.arrive("1", in: a, "Glacier retreats in the Alps|glacier|", at: 10)
        try store.arrive("2", in: b, "Alps|link|glacier", at: 20)
        try store.arrive("3", in: c, "Copy of a report|glacier|", at: 30)
        try store.arrive("4", in: a, "Harbor|harbor|", at: 40)
    }

    private func found(_ text: String, _ store: FeedStore? = nil) throws -> [String] {
        let found = try (store ?? self.store).search(
            SearchQuery(parsing: text), order: .arrival, limit: 100, now: day(2))
        return found.hits.map(\.item.id).sorted()
    }

    /// The rows of a search: the ids of each row's items, that of the row first.
    private func rows(_ text: String, _ order: SearchOrder = .date, limit: Int = 100) throws -> [String] {
        let found = try store.search(
            SearchQuery(parsing: text), order: order, limit: limit, groupsStories: true, now: day(2))
        return found.hits.map { $0.item.story.map { $0.voices.map(\.key.id).joined(separator: "+") } ?? $0.item.id }
    }

    private func key(_ id: String, _ feed: FeedKey) -> ItemKey { ItemKey(scope: feed.rawValue, id: id) }

    @Test(
        "Searches of stories find items by the story that they tell, and by the number of feeds that tell it",
        arguments: [
            ("is:story", "1 2 3"), ("-is:story", "4"), ("sources:>2", "1 2 3"), ("sources:3", "1 2 3"),
            ("sources:>3", ""), ("sources:=3", "1 2 3"), ("sources:1", "1 2 3 4"), ("sources:=1", "4"),
            ("sources:<3", "4"), ("sources:<=3", "1 2 3 4"), ("sources:<1", ""), ("-sources:2", "4"),
            ("alps is:story", "1 2"), ("harbor OR sources:>2", "1 2 3 4"), ("-(alps OR sources:<2)", "3"),
            ("in:web/a sources:>=2.5", "1"), ("is:story /Cop./", "3"),
        ])
    func conditions(text: String, ids: String) throws {
        #expect(try found(text).joined(separator: " ") == ids)
        // A rule matches the same items, and a list of rules counts them.
        let query = try SearchQuery(parsing: text), count = try found(text).count
        #expect(try store.testRule(Rule(parsing: "mute " + text), limit: 100, now: day(2)).matched == count)
        #expect(try store.count(of: query, atMost: 100, now: day(2), until: .now + .seconds(600)) == count)
    }

    @Test("Searches of stories see the stories that the account sees")
    func accounts() throws {
        let second = store.of(try #require(try store.addAccount(named: "second", at: day(0))).id)
        for feed in [a, b] { try second.follow(feed) }
        #expect(try found("is:story", second) == ["1", "2"] && found("sources:3", second).isEmpty)
        #expect(try found("is:story") == ["1", "2", "3"])
        _ = try store.takeApart([key("3", c)])
        #expect(try found("is:story") == ["1", "2"] && found("sources:<2") == ["3", "4"])
        // Items that the account joins count, too, however few items the stories have.
        _ = try store.join([key("4", a), key("1", a), key("3", c)])
        #expect(try found("sources:>2") == ["1", "2", "3", "4"])
        try store.follow(b, path: "web/b", FollowSettings(stories: .apart), at: day(1))
        #expect(try found("-is:story") == ["2"])
        try store.change(settings: [StoryPreferences.name: StoryPreferences.off])
        #expect(try found("is:story").isEmpty && rows("sources:1").count == 4)
    }

    @Test("Searches of stories leave out muted items, unless they look for them")
    func muted() throws {
        try store.addRules([Rule(parsing: "mute copy")], at: day(1))
        #expect(try found("is:story") == ["1", "2"] && found("sources:3").isEmpty)
        #expect(try found("sources:3 is:muted") == ["3"])
    }

    @Test("A search has one result for each story: its headline, or the best match")
    func groups() throws {
        #expect(try rows("sources:1") == ["4", "1+2+3"])
        #expect(try rows("sources:1", limit: 1) == ["4"])
        #expect(try rows("alps", .rank) == ["2+1+3"] && rows("alps") == ["1+2+3"])
        #expect(try rows("report", .rank) == ["3+1+2"] && rows("/[Rr]eport|Harbor/") == ["4", "3+1+2"])
        let found = try store.search(
            SearchQuery(parsing: "alps OR harbor"), order: .arrival, limit: 1, groupsStories: true, now: day(2))
        #expect(found.total == 2 && found.hits.count == 1)
        var parts: [StoredItem] = []
        let results = try store.forEachPart(
            of: SearchQuery(parsing: "alps OR harbor"), order: .rank, groupsStories: true, now: day(2)
        ) { part in
            parts += part.hits.map(\.item)
            return true
        }
        #expect(results.total == 2 && parts.count == 2 && parts.compactMap(\.story).map(\.sources) == [3])
    }

    @Test("Searches group the marks of stories, in which a voice that joined a read one isn't unread")
    func marks() throws {
        try store.mark([key("1", a)], as: .read, groupsStories: true, at: day(1, seconds: 50))
        try store.mark([key("2", b)], as: .saved, at: day(1, seconds: 50))
        try store.arrive("5", in: b, "Alps again||glacier", at: 60)
        #expect(try found("is:unread") == ["4", "5"] && rows("is:unread") == ["4"])
        #expect(try rows("-is:unread") == ["1+2+3+5"])
        let item = try #require(
            try store.search(
                SearchQuery(parsing: "report"), order: .rank, limit: 1, groupsStories: true, now: day(2)
            ).hits.first?.item)
        #expect(!item.isUnread && item.savedAt == day(1, seconds: 50) && item.story?.newVoices == 1)
    }

    @Test("Searches have the requested number of rows where many items are in stories")
    func many() throws {
        let items = { (feed: FeedKey) in
            (0..<400).map { number in
                FeedUpdate.Item(
                    id: "\(number)", date: day(1, seconds: 100 + number),
                    payload: Data("Title \(number)|page\(number)|".utf8),
                    search: SearchFields(title: "Mountain \(number)"))
            }
        }
        for feed in [a, b, c] {
            try store.commit(
                FeedUpdate(
                    feed: feed, scope: feed.rawValue + "/many", items: items(feed), mode: .merge,
                    fetchedAt: day(1, seconds: 600)))
        }
        #expect(try found("mountain sources:3").count == 100)
        for order in SearchOrder.allCases {
            let found = try store.search(
                SearchQuery(parsing: "mountain"), order: order, limit: 300, groupsStories: true, now: day(2))
            #expect(found.total == 400 && found.hits.count == 300 && Set(found.hits.map(\.item.id)).count == 300)
            #expect(found.hits.allSatisfy { $0.item.story?.sources == 3 })
        }
    }
}
