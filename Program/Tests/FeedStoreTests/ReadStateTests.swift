import FeedStore
import Foundation
import Search
import TestSupport
import Testing

/// What an account has read, compared after each of many random steps with a list of what it should have read.
@Suite("The read state")
struct ReadStateTests {
    private static let feeds = [FeedKey("news/top"), FeedKey("news/best"), FeedKey("news/new")]

    /// What is known of each item, without numbers.
    private struct Model {
        /// The items that a feed lists or listed; true for those that it lists now.
        var listings: [FeedKey: [String: Bool]] = [:]
        var unread: [Account.ID: Set<String>] = [:]

        func unread(in feed: FeedKey, _ account: Account.ID) -> Set<String> {
            Set((listings[feed] ?? [:]).filter(\.value).keys).intersection(unread[account] ?? [])
        }
    }

    /// A marking that can be undone.
    private struct Undoable {
        let store: FeedStore
        let number: Int64
        /// Its items that nothing has happened to since.
        var items: Set<String>
    }

    /// Seeds that have found faults; each takes ten seconds, in PostgreSQL thirty.
    private static let seeds: [UInt64] = runsFull ? [1, 2, 104, 135] : TestedDatabase.isSQLite ? [104, 135] : [135]

    @Test("The read state agrees with a model, for two accounts and items in several feeds", arguments: seeds)
    func agrees(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let first = try folder.store()
        let second = first.of(try #require(try first.addAccount(named: "second", at: day(0))).id)
        let stores = [first, second]
        var random = SeededRandom(seed: seed)
        var model = Model()
        for store in stores {
            model.unread[store.account] = []
            for feed in Self.feeds { try store.follow(feed, on: 0) }
        }
        // Until they have been fetched once, following marks most items as read.
        for feed in Self.feeds { try first.commit(FeedUpdate(feed: feed, items: [], mode: .merge, fetchedAt: day(0))) }
        var last = 0
        var undoable: [Undoable] = []
        func note(_ ids: [String], of account: Account.ID? = nil) {
            for index in undoable.indices
            where account ?? undoable[index].store.account == undoable[index].store.account {
                undoable[index].items.subtract(ids)
            }
        }
        for step in 0..<160 {
            let store = stores.randomElement(using: &random) ?? first
            let feed = Self.feeds.randomElement(using: &random) ?? top
            let known = (model.listings[feed] ?? [:]).keys.sorted()
            switch Int.random(in: 0..<14, using: &random) {
            case 0...2:
                let new = (0..<Int.random(in: 1...12, using: &random)).map { last + $0 }
                last += new.count
                let again = Self.feeds.flatMap { (model.listings[$0] ?? [:]).keys.sorted() }.shuffled(using: &random)
                    .prefix(3)
                let ids = new.map(String.init) + Set(again)
                let items = ids.map { item($0, day(0, seconds: Int($0) ?? 0)) }
                let mode: FeedUpdate.Mode = Bool.random(using: &random) ? .merge : .replace
                try store.commit(FeedUpdate(feed: feed, items: items, mode: mode, fetchedAt: day(step)))
                if mode == .replace { model.listings[feed] = model.listings[feed]?.mapValues { _ in false } }
                for id in ids { model.listings[feed, default: [:]][id] = true }
                for account in stores.map(\.account) { model.unread[account]?.formUnion(new.map(String.init)) }
            case 3...5:
                let ids = Array(known.shuffled(using: &random).prefix(Int.random(in: 1...20, using: &random)))
                try store.mark(ids.map { ItemKey(scope: "news", id: $0) }, as: .read, at: day(step))
                model.unread[store.account]?.subtract(ids)
                note(ids, of: store.account)
            case 6:
                let ids = Array(known.shuffled(using: &random).prefix(3))
                try store.mark(ids.map { ItemKey(scope: "news", id: $0) }, as: .unread, at: day(step))
                model.unread[store.account]?.formUnion(ids)
                note(ids, of: store.account)
            case 9:
                let ids = known.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
                try store.mark(ids.map { ItemKey(scope: "news", id: $0) }, as: .unread, at: day(step))
                model.unread[store.account]?.formUnion(ids)
                note(ids, of: store.account)
            case 7:
                if model.unread(in: feed, store.account).isEmpty { continue }
                try store.mark(all: ItemSelection(.feed(feed)), as: .read, at: day(step))
                model.unread[store.account]?.subtract(known)
            case 8:
                let changed = try store.mark(each: ItemSelection(.feed(feed)), as: .read, at: day(0)).items.map(\.id)
                #expect(Set(changed) == model.unread(in: feed, store.account))
                if changed.isEmpty { continue }
                try store.mark(changed.map { ItemKey(scope: "news", id: $0) }, as: .unread, at: day(step))
                model.unread[store.account]?.subtract(known)
                model.unread[store.account]?.formUnion(changed)
                note(changed, of: store.account)
            case 10, 11:
                let unread = (model.unread[store.account] ?? []).intersection(known)
                // Of a date later than that of all items, which are marked one by one.
                let selection = ItemSelection(.feed(feed), before: Bool.random(using: &random) ? day(9_999) : nil)
                guard let number = try store.mark(each: selection, as: .read, at: day(0)).number else {
                    #expect(model.unread(in: feed, store.account).isEmpty)
                    continue
                }
                let items = selection.before == nil ? unread : model.unread(in: feed, store.account)
                model.unread[store.account]?.subtract(items)
                undoable.append(Undoable(store: store, number: number, items: items))
            case 12:
                guard let index = undoable.indices.randomElement(using: &random) else { continue }
                let undone = undoable.remove(at: index)
                #expect(try undone.store.undo([undone.number], at: day(0)) != nil)
                model.unread[undone.store.account]?.formUnion(undone.items)
            default:
                let ids = Array(known.shuffled(using: &random).prefix(2))
                var refresh = FeedUpdate(
                    feed: feed, items: ids.map { item($0, day(step + 1)) }, mode: .merge, fetchedAt: day(step))
                refresh.isUnreadWhenLater = true
                try store.commit(refresh)
                for id in ids { model.listings[feed, default: [:]][id] = true }
                for account in stores.map(\.account) { model.unread[account]?.formUnion(ids) }
                note(ids)
            }
            for store in stores { try compare(store, model, "seed \(seed), step \(step)") }
        }
    }

    private func compare(_ store: FeedStore, _ model: Model, _ step: Comment) throws {
        var counts = UnreadCounts()
        for feed in Self.feeds {
            let unread = model.unread(in: feed, store.account)
            counts.byFeed[feed] = unread.count
            let snapshot = try store.snapshot(of: feed, limit: nil)
            #expect(Set(snapshot.items.filter(\.isUnread).map(\.id)) == unread, step)
            #expect(snapshot.unreadCount == unread.count, step)
            let filtered = try store.snapshot(
                of: feed, order: .newest, filter: ItemFilter(isUnreadOnly: true), limit: nil)
            #expect(Set(filtered.items.map(\.id)) == unread && filtered.total == unread.count, step)
        }
        let all = Self.feeds.reduce(into: Set<String>()) { $0.formUnion(model.unread(in: $1, store.account)) }
        counts.total = all.count
        #expect(try store.unreadCounts() == counts, step)
        let list = try store.items(ItemSelection(.followed, isUnread: true), limit: nil)
        #expect(Set(list.items.map(\.id)) == all && list.items.count == all.count && list.total == all.count, step)
        #expect(try store.numbers(of: ItemSelection(.followed, isUnread: true), limit: 10_000).count == all.count, step)
        let read = try store.items(ItemSelection(.followed, isUnread: false), limit: nil)
        #expect(read.items.allSatisfy { !$0.isUnread && !all.contains($0.id) }, step)
        let found = try store.search(SearchQuery(parsing: "is:unread"), order: .date, limit: 10_000, now: day(999))
        #expect(all.isSubset(of: found.hits.map(\.item.id)) && found.hits.allSatisfy(\.item.isUnread), step)
    }

    @Test("The read state of a feed is one row for each of its followers, regardless of its items")
    func oneRow() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let items = (0..<500).map { item("\($0)", day(1, seconds: $0)) }
        try store.commit(FeedUpdate(feed: top, items: items, mode: .merge, fetchedAt: day(1)))
        let accounts = try (0..<20).map { number in
            store.of(try #require(try store.addAccount(named: "account \(number)", at: day(0))).id)
        }
        for account in accounts {
            try account.follow(top)
            #expect(try account.unreadCounts().total == 20)
            try account.mark(all: ItemSelection(.followed), as: .read, at: day(2))
            #expect(try account.unreadCounts().total == 0)
        }
        #expect(try folder.count("mark") == 0)
        #expect(try folder.count("reading") == 21)
        try store.commit(FeedUpdate(feed: top, items: [item("new", day(3))], mode: .merge, fetchedAt: day(3)))
        for account in accounts { #expect(try account.unread(top) == ["new"]) }
    }

    @Test("Reading item by item moves the feed's number, so that counting skips what was read")
    func advances() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let items = (0..<400).map { item("\($0)", day(1, seconds: $0)) }
        try store.commit(FeedUpdate(feed: top, items: items, mode: .merge, fetchedAt: day(1)))
        // The first one stays unread: the number passes it.
        for number in 1..<400 { try store.mark(keys(top, "\(number)"), as: .read, at: day(2)) }
        #expect(try store.unread(top) == ["0"])
        #expect(try folder.count("listing JOIN reading USING (feed_id) WHERE seq > read_through") < 100)
        #expect(try folder.count("mark WHERE read_at IS NULL") == 1)
        #expect(try folder.count("mark WHERE seq > 0") < 100)
    }

    @Test("The read state moves the feed's number back once most items are unread, and keeps reading times")
    func returns() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try store.follow(top)
        let items = (0..<400).map { item("\($0)", day(1, seconds: $0)) }
        try store.commit(FeedUpdate(feed: top, items: items, mode: .merge, fetchedAt: day(1)))
        try store.mark(all: ItemSelection(.feed(top)), as: .read, at: day(2))
        let unread = Set((0..<400).filter { $0 % 50 != 49 }.map(String.init))
        try store.mark(unread.map { ItemKey(scope: "news", id: $0) }, as: .unread, at: day(3))
        #expect(try folder.count("mark WHERE seq > 0") < 20)
        #expect(try Set(store.unread(top)) == unread)
        var changed = ItemSelection(.followed)
        changed.changedSince = day(2, seconds: 1)
        #expect(try store.numbers(of: changed, limit: 1_000).count == unread.count)
        // Following has read all but the last 20.
        #expect(try store.readItems().map(\.readAt) == Array(repeating: day(1), count: 7) + [day(2)])
        try store.mark(all: ItemSelection(.feed(top)), as: .read, at: day(4))
        #expect(try store.unread(top).isEmpty)
    }

    @Test("Reading a feed as a whole removes earlier marks of unread items from the counted rows")
    func voided() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try store.commit(merge(item("a", day(1)), item("b", day(2)), into: top))
        let changed = try store.mark(each: ItemSelection(.feed(top)), as: .read, at: day(2)).items
        try store.mark(changed, as: .unread, at: day(2))
        #expect(try folder.count("mark WHERE seq > 0 AND read_at IS NULL") == 2)
        try store.mark(all: ItemSelection(.feed(top)), as: .read, at: day(3))
        #expect(try folder.count("mark WHERE seq > 0 AND read_at IS NULL") == 0)
        #expect(try store.unread(top).isEmpty)
    }

    @Test("An item stays read when its feed, read as a whole, is removed and another feed lists the item")
    func forgotten() throws {
        let store = try TemporaryFolder().store()
        let other = FeedKey("news/other")
        try store.commit(merge(item("a", day(1)), item("b", day(1)), into: top), merge(item("a", day(1)), into: other))
        try store.follow(other)
        try store.mark(all: ItemSelection(.feed(top)), as: .read, at: day(2))
        #expect(try store.unread(other).isEmpty)
        #expect(try store.prune(now: day(60)) == [top])
        #expect(try store.unread(other).isEmpty && store.ids(other) == ["a"])
    }

    @Test("Reading a list as a whole leaves unread what arrived after it was shown")
    func shownBefore() throws {
        let store = try TemporaryFolder().store()
        try store.commit(merge(item("a", day(1)), item("b", day(1)), on: 1, into: top))
        try store.mark(keys(top, "a"), as: .read, at: day(2))
        try store.mark(keys(top, "a"), as: .unread, at: day(2))
        try store.commit(merge(item("old", day(0)), on: 3, into: top))
        try store.mark(all: ItemSelection(.feed(top), firstSeenBy: day(2)), as: .read, at: day(4))
        #expect(try store.unread(top) == ["old"])
    }
}
