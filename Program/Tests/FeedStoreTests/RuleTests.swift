import FeedStore
import Foundation
import Search
import Testing

@Suite("Rules")
struct RuleTests {
    let folder: TemporaryFolder
    let store: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func add(_ rules: String..., on number: Int = 0) throws {
        try store.addRules(rules.map { try Rule(parsing: $0) }, at: day(number))
    }

    private func titled(_ id: String, _ title: String, on number: Int = 1) -> FeedUpdate.Item {
        item(id, day(number), search: SearchFields(title: title))
    }

    private func muted(_ feeds: ItemSelection.Feeds = .all) throws -> [String] {
        try store.items(ItemSelection(feeds, isMuted: true), limit: nil).items.map(\.id)
    }

    @Test("Rules are kept in the order in which they were added, each once")
    func list() throws {
        try add("mute a", "keep b in:news", on: 1)
        try add("mute a", "save c", on: 2)
        let rules = try store.rules()
        #expect(rules.map(\.rule.text) == ["mute a", "keep b in:news", "save c"])
        #expect(rules.map(\.createdAt) == [day(1), day(1), day(2)])
        #expect(try store.removeRule(rules[1].id, at: day(3)) && !store.removeRule(rules[1].id, at: day(3)))
        #expect(try folder.store().rules().map(\.rule.text) == ["mute a", "save c"])
    }

    @Test("Rules mute items as they arrive: hidden, counted, not unread, and shown on request")
    func mute() throws {
        try add("mute title:rust")
        try store.follow(hello)
        try store.commit(merge(titled("1", "Rust"), titled("2", "Swift")))
        let snapshot = try store.snapshot(of: hello, limit: nil)
        #expect(snapshot.items.map(\.id) == ["2"] && snapshot.total == 1)
        #expect(snapshot.unreadCount == 1 && snapshot.mutedCount == 1)
        #expect(try store.unreadCounts() == UnreadCounts(total: 1, byFeed: [hello: 1]))
        let list = try store.items(ItemSelection(.followed, isUnread: true), limit: nil)
        #expect(list.items.map(\.id) == ["2"] && list.total == 1 && list.mutedCount == 1)
        #expect(try muted() == ["1"] && muted(.feed(hello)) == ["1"] && muted(.followed) == ["1"])
        let search = {
            try store.search(SearchQuery(parsing: $0), order: .date, limit: 9, now: day(1)).hits.map(\.item.id)
        }
        #expect(try search("rust").isEmpty && search("swift") == ["2"])
        #expect(try search("rust is:muted") == ["1"] && search("-is:muted in:github") == ["2"])
    }

    @Test("Rules are applied to stored items when they are added and removed; nothing is lost")
    func reapply() throws {
        try store.commit(merge(titled("1", "Rust"), titled("2", "Swift"), titled("3", "Rust and Swift")))
        try add("mute rust", on: 2)
        #expect(try store.ids() == ["2"] && muted().count == 2)
        try add("mute swift", on: 3)
        #expect(try store.ids().isEmpty)
        for rule in try store.rules() { try store.removeRule(rule.id, at: day(4)) }
        #expect(try store.ids().sorted() == ["1", "2", "3"] && muted().isEmpty)
        #expect(try store.unread().count == 3)
    }

    @Test("Rules apply again when an item changes")
    func change() throws {
        try add("mute points:<10")
        let story = { (points: Double) in
            item("1", day(1), search: SearchFields(title: "x", measure: points, measureKind: .points))
        }
        try store.commit(merge(story(5)))
        #expect(try store.ids().isEmpty)
        try store.commit(merge(story(20)))
        #expect(try store.ids() == ["1"])
        try store.commit(merge(story(3)))
        #expect(try store.ids().isEmpty && muted() == ["1"])
    }

    @Test("Rules don't apply to unlisted items until they return")
    func relisted() throws {
        try add("mute rust")
        let rust = titled("1", "Rust"), swift = titled("2", "Swift")
        try store.commit(FeedStoreTests.replace(rust, swift))
        try store.commit(FeedStoreTests.replace(swift))
        #expect(try store.snapshot(of: hello, limit: nil).mutedCount == 0)
        try store.commit(FeedStoreTests.replace(rust, swift))
        #expect(try store.ids() == ["2"] && store.snapshot(of: hello, limit: nil).mutedCount == 1)
        try store.commit(FeedStoreTests.replace(rust, swift, on: 2))
        #expect(try store.ids() == ["2"])
    }

    @Test("Rules keep matching items of the feeds they name, and hide the others only there")
    func keep() throws {
        let best = FeedKey("news/best")
        try add("keep swift in:news/top", "keep zig in:news/top")
        for feed in [top, best] {
            try store.commit(merge(titled("1", "Swift"), titled("2", "Rust"), titled("3", "Zig"), into: feed))
        }
        try store.commit(merge(titled("4", "Go")))
        #expect(try Set(store.ids(top)) == ["1", "3"] && store.ids(best).count == 3 && store.ids() == ["4"])
        // The other feed lists it all the same.
        #expect(try store.items(ItemSelection(), limit: nil).total == 4)
        #expect(try muted(.feed(top)) == ["2"])
    }

    @Test("Rules that keep act in each of several feeds joined by OR, and for each of several terms")
    func keepAny() throws {
        let best = FeedKey("news/best")
        try add("keep (title:swift OR title:zig) (in:news/top OR in:news/best)")
        for feed in [top, best, hello] {
            try store.commit(merge(titled("1", "Swift"), titled("2", "Rust"), titled("3", "Zig"), into: feed))
        }
        #expect(try Set(store.ids(top)) == ["1", "3"] && Set(store.ids(best)) == ["1", "3"])
        #expect(try store.ids().count == 3)
    }

    @Test("Rules that keep leave out discussions, unless they name them", arguments: ["", " in:news", " folder:work"])
    func keepInDiscussions(condition: String) throws {
        let thread = FeedKey("news/item/7")
        let store = try folder.store(.init(busyTimeout: 120) { $0.rawValue.hasPrefix("news/item/") })
        try store.follow(thread, path: thread.rawValue, FollowSettings(folder: "Work"), at: day(0))
        let rule = try Rule(parsing: "keep swift" + condition)
        try store.addRules([rule], at: day(0))
        let (swift, rust) = (titled("1", "Swift"), titled("2", "Rust"))
        try store.commit(merge(swift, rust, into: thread))
        #expect(try store.ids(thread).count == 2 && store.snapshot(of: thread, limit: 0).mutedCount == 0)
        #expect(try store.testRule(rule, limit: 9, now: day(1)).hidden == 0)
        #expect(try store.muteFilter(for: thread)?.hides(rust, at: day(1)) == false)
        for path in ["news/item", "news/item/7"] {
            let named = try Rule(parsing: "keep swift in:" + path)
            #expect(try store.testRule(named, limit: 9, now: day(1)).hidden == 1)
            let added = try store.addRules([named], at: day(1))
            #expect(try store.ids(thread) == ["1"] && store.muteFilter(for: thread)?.hides(rust, at: day(1)) == true)
            try store.removeRule(try #require(added.first?.id), at: day(1))
        }
        try store.addRules([Rule(parsing: "mute swift in:news")], at: day(1))
        #expect(try store.ids(thread) == ["2"])
    }

    @Test("Rules save items even if they are muted; items saved by hand are visible, too")
    func save() throws {
        try add("mute rust", "save author:ada")
        try store.commit(
            merge(
                item("1", day(1), search: SearchFields(title: "Rust", author: "Ada")), titled("2", "Rust")))
        #expect(try store.ids() == ["1"] && store.saved() == ["1"])
        try store.mark(keys(hello, "2"), as: .saved, at: day(2))
        #expect(try Set(store.ids()) == ["1", "2"])
        try store.mark(keys(hello, "1", "2"), as: .unsaved, at: day(3))
        #expect(try store.ids().isEmpty && muted().count == 2)
        // The rule has saved it once.
        try store.commit(merge(item("1", day(1), search: SearchFields(title: "Rust!", author: "Ada"))))
        #expect(try store.saved().isEmpty)
    }

    @Test("Rules mark items as read once")
    func mark() throws {
        try store.commit(merge(titled("1", "Rust")))
        try add("mark rust", on: 2)
        #expect(try store.unread().isEmpty)
        try store.commit(merge(titled("2", "Rust 2"), titled("3", "Swift")))
        #expect(try store.unread() == ["3"])
        try store.mark(keys(hello, "1"), as: .unread, at: day(3))
        try add("mute zig", on: 3)
        try store.commit(merge(titled("1", "Rust and more")))
        #expect(try Set(store.unread()) == ["1", "3"])
    }

    @Test("Rules highlight items wherever they are listed")
    func highlight() throws {
        try store.commit(merge(titled("1", "CVE-2026-1"), titled("2", "Swift")))
        let highlighted = { try store.snapshot(of: hello, limit: nil).items.filter(\.isHighlighted).map(\.id) }
        #expect(try highlighted().isEmpty)
        try add("highlight /CVE-\\d+/")
        #expect(try highlighted() == ["1"])
        try store.commit(merge(titled("3", "cve-9")))
        #expect(try Set(highlighted()) == ["1", "3"])
        #expect(
            try store.search(SearchQuery(parsing: "is:highlighted"), order: .date, limit: 9, now: day(1)).total == 2)
        try store.removeRule(try #require(store.rules().first?.id), at: day(2))
        #expect(try highlighted().isEmpty)
    }

    @Test("Rules match the folders of followed feeds, also after these change")
    func folders() throws {
        try store.commit(merge(titled("1", "Rust")))
        try add("mute rust folder:work")
        #expect(try store.ids() == ["1"])
        try store.follow(hello, path: "github/octocat/hello", FollowSettings(folder: "Work"), at: day(1))
        #expect(try store.ids().isEmpty)
        try store.unfollow(hello)
        #expect(try store.ids() == ["1"])
    }

    @Test("Rules compare how much scores grow, over an hour of history")
    func slope() throws {
        func story(_ points: Double, minutes: Int) throws {
            let item = item("1", day(0), search: SearchFields(title: "x", measure: points, measureKind: .points))
            try store.commit(
                FeedUpdate(feed: top, items: [item], mode: .merge, fetchedAt: day(0, seconds: minutes * 60)))
        }
        func finds(_ text: String, minutes: Int) throws -> Bool {
            let now = day(0, seconds: minutes * 60)
            let isFound = try store.search(SearchQuery(parsing: text), order: .date, limit: 9, now: now).total == 1
            #expect(
                try store.testRule(Rule(parsing: "notify " + text), limit: 9, now: now).matched == (isFound ? 1 : 0))
            return isFound
        }
        try story(10, minutes: 0)
        try story(25, minutes: 5)
        #expect(try !finds("points-slope:>0", minutes: 5))
        try story(30, minutes: 30)
        #expect(try finds("points-slope:>39/h", minutes: 30) && !finds("points-slope:>41/h", minutes: 30))
        // In effect an hour before: 30 points.
        try story(90, minutes: 120)
        #expect(try finds("points-slope:>59/h", minutes: 120) && !finds("points-slope:>61/h", minutes: 120))
        #expect(try finds("points-slope:>1400/d", minutes: 120))
    }

    @Test("Rules keep a bounded history of scores")
    func history() throws {
        for minute in 0..<1_000 {
            let item = item("1", search: SearchFields(measure: Double(minute), measureKind: .points))
            try store.commit(
                FeedUpdate(feed: top, items: [item], mode: .merge, fetchedAt: day(0, seconds: minute * 60)))
        }
        #expect(try folder.count("measurement") <= 8)
    }

    @Test("Rules preview their effect on the items stored last")
    func test() throws {
        for number in 0..<30 {
            try store.commit(merge(titled("\(number)", number % 3 == 0 ? "Rust" : "Swift", on: number), on: number))
        }
        let mute = try store.testRule(Rule(parsing: "mute rust"), limit: 10, now: day(31))
        #expect(mute.tested == 10 && mute.matched == 3 && mute.hidden == 3)
        #expect(mute.items.map(\.id) == ["27", "24", "21"])
        let keep = try store.testRule(Rule(parsing: "keep rust in:github"), limit: 1_000, now: day(31))
        #expect(keep.tested == 30 && keep.matched == 10 && keep.hidden == 20 && keep.items.count == 20)
        let elsewhere = try store.testRule(Rule(parsing: "keep rust in:news"), limit: 1_000, now: day(31))
        #expect(elsewhere.matched == 0 && elsewhere.hidden == 0)
        #expect(try store.rules().isEmpty && store.ids().count == 30)
    }

    @Test("Rules filter items that aren't stored yet")
    func filter() throws {
        #expect(try store.muteFilter(for: hello) == nil)
        try add("mute rust", "keep swift in:news")
        let github = try #require(try store.muteFilter(for: hello))
        #expect(github.hides(titled("1", "Rust"), at: day(1)) && !github.hides(titled("1", "Zig"), at: day(1)))
        let news = try #require(try store.muteFilter(for: top))
        #expect(news.hides(titled("1", "Zig"), at: day(1)) && !news.hides(titled("1", "Swift"), at: day(1)))
    }
}

extension MuteFilter {
    fileprivate func hides(_ item: FeedUpdate.Item, at now: Date) -> Bool {
        hides(item.search, date: item.date, at: now)
    }
}
