import Foundation
import SQL
import Search
import Testing

@testable import FeedStore

@Suite("Stories in the store")
struct StoryStoreTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    /// Feeds that the first account follows.
    private let a = FeedKey("web/a"), b = FeedKey("web/b"), c = FeedKey("web/c")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store(FeedStore.Options.telling)
        for feed in [a, b, c] { try store.follow(feed, on: 0) }
    }

    /// Stores an item of a feed that arrives in a second of the first day.
    private func arrive(
        _ id: String, in feed: FeedKey, _ payload: String, at second: Int, _ store: FeedStore? = nil,
        access: FeedUpdate.Access = .asBefore
    ) throws {
        try (store ?? self.store).arrive(id, in: feed, payload, at: second, access: access)
    }

    /// A page in `a`, a link to it in `b`, and a copy in `c`.
    private func threeVoices() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        try arrive("2", in: b, "A link|link|glacier", at: 20)
        try arrive("3", in: c, "Copy|glacier|", at: 30)
    }

    private func key(_ id: String, _ feed: FeedKey) -> ItemKey { ItemKey(scope: feed.rawValue, id: id) }

    private static let unread = ItemSelection(.followed, isUnread: true, groupsStories: true)
    private static let all = ItemSelection(.followed, groupsStories: true)

    /// The rows of a list: the ids of each row's items, the headline's first.
    private func rows(_ selection: ItemSelection = unread, _ store: FeedStore? = nil) throws -> [String] {
        try (store ?? self.store).items(selection, limit: nil).items.map { item in
            item.story.map { $0.voices.map(\.key.id).joined(separator: "+") } ?? item.id
        }
    }

    @Test("An arriving item joins items with its address or about it, and the story counts once")
    func joins() throws {
        try threeVoices()
        try arrive("4", in: a, "Harbor|harbor|", at: 40)
        #expect(try rows() == ["4", "1+2+3"])
        let story = try #require(try store.items(Self.unread, limit: nil).items.last?.story)
        #expect(story.voices.map(\.feed) == [a, b, c] && story.sources == 3 && story.isUnread)
        let list = try store.items(Self.unread, limit: 1)
        #expect(list.total == 2 && list.items.map(\.id) == ["4"])
        #expect(try store.items(Self.unread, offset: 1, limit: 1).items.map(\.id) == ["1"])
        #expect(try store.count(of: Self.unread) == 2)
        let counts = try store.unreadCounts(groupsStories: true)
        #expect(counts.total == 2 && counts.byFeed == [a: 2, b: 1, c: 1])
        #expect(counts.total(of: [a, b]) == 2 && counts.total(of: [b, c]) == 1)
        // Lists and counts of items are as they were.
        #expect(try rows(ItemSelection(.followed, isUnread: true)) == ["4", "3", "2", "1"])
        #expect(try store.unreadCounts().total == 4)
    }

    @Test("Lists in parts have the same stories as whole lists")
    func parts() throws {
        try threeVoices()
        var ids: [String] = []
        let list = try store.forEachPart(of: Self.all) { items in
            ids += items.map { "\($0.id) of \($0.story?.voices.count ?? 1)" }
            return true
        }
        #expect(ids == ["1 of 3"] && list.total == 1)
    }

    @Test("A story is read and unsaved with one mark, which can be undone")
    func marks() throws {
        try threeVoices()
        let marking = try store.mark(each: [key("1", a)], as: .read, groupsStories: true, at: day(2))
        #expect(marking.items.map(\.id) == ["1", "2", "3"])
        #expect(try rows().isEmpty && store.unreadCounts().total == 0)
        #expect(try store.undo([#require(marking.number)], at: day(2))?.count == 3)
        #expect(try store.unreadCounts(groupsStories: true).total == 1)
        try store.mark([key("2", b)], as: .saved, groupsStories: true, at: day(2))
        #expect(try store.items(Self.all, limit: 1).items.first?.savedAt == day(2))
        #expect(try store.mark([key("1", a)], as: .unsaved, groupsStories: true, at: day(2)) == [key("2", b)])
    }

    @Test("Marking a list marks voices in other folders, but none that arrived after it was shown")
    func markAll() throws {
        try threeVoices()
        var folder = ItemSelection(.feed(b), isUnread: true, groupsStories: true)
        folder.firstSeenBy = day(1, seconds: 25)
        let marking = try store.mark(each: folder, as: .read, at: day(2))
        #expect(Set(marking.items) == [key("1", a), key("2", b)])
        (folder.firstSeenBy, folder.isUnread) = (nil, nil)
        try store.mark(all: folder, as: .unread, at: day(3))
        #expect(try store.unreadCounts().total == 3)
        try store.mark(all: folder, as: .read, at: day(3))
        #expect(try store.unreadCounts().total == 0)
    }

    @Test("A story stays read when a voice joins it, unless the account wants new sources or new facts")
    func newVoices() throws {
        try arrive("1", in: a, "Glacier retreats|glacier|", at: 10)
        try arrive("2", in: b, "Glacier|glacier|", at: 20)
        try store.mark([key("1", a)], as: .read, groupsStories: true, at: day(1, seconds: 25))
        try arrive("3", in: b, "A glacier again||glacier", at: 30)
        try arrive("4", in: c, "Glacier lost 400 meters||glacier", at: 40)
        #expect(try rows().isEmpty && store.unreadCounts(groupsStories: true).total == 0)
        #expect(try store.unreadCounts(groupsStories: true).byFeed == [a: 0, b: 0, c: 0])
        #expect(try store.unread(c).isEmpty && store.snapshot(of: c, limit: nil).unreadCount == 0)
        #expect(try store.snapshot(of: c, limit: 0).absorbed == [key("4", c)])
        let listed = try store.snapshot(
            of: b, order: .newest, filter: ItemFilter(isUnreadOnly: true), limit: nil)
        #expect(listed.items.isEmpty && listed.total == 0, "the list of unread items")
        let story = try #require(try store.items(Self.all, limit: 1).items.first?.story)
        #expect(!story.isUnread && story.newVoices == 2)
        try store.change(settings: [StoryPreferences.renewalName: "sources"])
        #expect(try rows() == ["4+1+2+3"])
        let renewed = try store.items(Self.unread, limit: 1).items.first?.story
        #expect(renewed?.voices.filter(\.isUnread).map(\.key.id) == ["4"])
        try store.change(settings: [StoryPreferences.renewalName: "facts"])
        #expect(try rows() == ["4+1+2+3"])
        try store.change(settings: [StoryPreferences.name: StoryPreferences.off, StoryPreferences.renewalName: nil])
        #expect(try rows() == ["4", "3"] && store.unreadCounts(groupsStories: true).total == 2)
    }

    @Test("A story stays read after its feeds were marked as read several times")
    func markedSeveralTimes() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        try store.mark(all: ItemSelection(.followed), as: .read, at: day(1, seconds: 15))
        try arrive("2", in: a, "Harbor|harbor|", at: 20)
        try store.mark(all: ItemSelection(.followed), as: .read, at: day(1, seconds: 25))
        try arrive("3", in: b, "Glacier|glacier|", at: 30)
        #expect(try rows().isEmpty && rows(Self.all) == ["2", "1+3"])
    }

    @Test("A story stays read when another list is marked as read later", arguments: [true, false])
    func markedAgain(_ wasMarkedAlone: Bool) throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        let all = ItemSelection(.feed(a), groupsStories: true)
        if wasMarkedAlone {
            try store.mark([key("1", a)], as: .read, at: day(1, seconds: 15))
        } else {
            try store.mark(all: all, as: .read, at: day(1, seconds: 15))
        }
        try arrive("2", in: a, "Harbor|harbor|", at: 20)
        try arrive("3", in: b, "Glacier|glacier|", at: 30)
        #expect(try rows() == ["2"])
        try store.mark(each: all, as: .read, at: day(1, seconds: 40))
        #expect(try rows().isEmpty && store.unreadCounts(groupsStories: true).total == 0)
        try arrive("4", in: c, "Glacier|glacier|", at: 50)
        #expect(try rows().isEmpty)
    }

    @Test("A story isn't unread because of an unlisted item")
    func retired() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        try arrive("2", in: b, "Glacier|glacier|", at: 20)
        try store.commit(
            FeedUpdate(feed: b, scope: b.rawValue, items: [], mode: .replace, fetchedAt: day(1, seconds: 25)))
        try store.mark([key("1", a)], as: .read, at: day(1, seconds: 30))
        #expect(try rows().isEmpty && rows(Self.all) == ["1+2"])
        #expect(try store.stories(of: [key("1", a)])[key("1", a)]?.isUnread == false)
        try arrive("3", in: c, "Glacier|glacier|", at: 40)
        #expect(try rows().isEmpty)
    }

    @Test("A story shows a new voice if its items only arrived as read")
    func initialized() throws {
        var refresh = FeedUpdate(
            feed: a, scope: a.rawValue,
            items: [FeedUpdate.Item(id: "1", date: day(1), payload: Data("Glacier|glacier|".utf8))], mode: .merge,
            fetchedAt: day(1))
        refresh.read = ["1"]
        try store.commit(refresh)
        try arrive("2", in: b, "Glacier|glacier|", at: 20)
        #expect(try rows() == ["2+1"])
    }

    @Test("A story is unread while an item is that arrived before the others were read")
    func partlyRead() throws {
        try threeVoices()
        try store.mark([key("1", a)], as: .read, at: day(2))
        #expect(try rows() == ["2+1+3"])
        var read = Self.all
        read.isUnread = false
        #expect(try rows(read).isEmpty)
    }

    @Test("A story has the headline of a feed that comes first, and leaves out feeds that stay apart")
    func feeds() throws {
        try threeVoices()
        try store.follow(c, path: "web/c", FollowSettings(stories: .first), at: day(1))
        #expect(try rows() == ["3+1+2"] && store.followed().last?.settings.stories == .first)
        try store.follow(c, path: "web/c", FollowSettings(stories: .apart), at: day(1))
        #expect(try rows() == ["3", "1+2"])
        try store.follow(c, path: "web/c", FollowSettings(stories: .joined), at: day(1))
        #expect(try rows() == ["1+2+3"] && store.followed().last?.settings.stories == nil)
    }

    @Test("Two stories become one with the older number when an item is evidence for both")
    func merging() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        try arrive("2", in: b, "Glacier|glacier|", at: 20)
        try arrive("3", in: a, "Harbor|harbor|", at: 30)
        try arrive("4", in: b, "Harbor|harbor|", at: 40)
        let stories = try store.stories(of: [key("1", a), key("3", a)])
        let (older, newer) = (try #require(stories[key("1", a)]), try #require(stories[key("3", a)]))
        try arrive("5", in: c, "Both|harbor|glacier", at: 50)
        #expect(try rows() == ["1+2+3+4+5"])
        let merged = try store.stories(of: [key("1", a), key("3", a)])
        #expect(Set(merged.values.map(\.id)) == [older.id] && newer.id != older.id)
    }

    @Test("An item joins a story that another process has merged into an older one")
    func mergedElsewhere() throws {
        let pages = ["Glacier|glacier|", "Glacier|glacier|", "Harbor|harbor|", "Quay|quay|harbor"]
        for (number, page) in pages.enumerated() {
            try arrive("\(number + 1)", in: number % 2 == 0 ? a : b, page, at: number + 1)
        }
        let other = try folder.store(.telling)
        try arrive("other", in: a, "Other|other|", at: 10, other)
        try arrive("5", in: c, "Both|harbor|glacier", at: 20)
        #expect(try rows() == ["other", "1+2+3+4+5"])
        try arrive("6", in: c, "Late||quay", at: 30, other)
        #expect(try rows() == ["other", "1+2+3+4+5+6"] && rows(Self.unread, other) == rows())
        #expect(try store.read { try Set($0.integers("SELECT story_id FROM story")).count } == 1)
    }

    @Test("Stories go on after the store is opened again, also with another process's items")
    func restart() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        let other = try folder.store(FeedStore.Options.telling)
        try arrive("2", in: b, "Glacier|glacier|", at: 20, other)
        try arrive("3", in: c, "Glacier|glacier|", at: 30)
        #expect(try rows() == ["1+2+3"])
        let story = try store.stories(of: [key("1", a)])[key("1", a)]
        try other.close()
        try arrive("4", in: a, "Harbor|harbor|glacier", at: 40)
        #expect(try store.stories(of: [key("4", a)])[key("4", a)]?.id == story?.id)
    }

    @Test("The index of stories knows all items of the window after a start, regardless of their number")
    func largeWindow() throws {
        let items = (0..<1_200).map { number in
            FeedUpdate.Item(id: "\(number)", date: day(1, seconds: number), payload: Data("Page|page\(number)|".utf8))
        }
        try store.commit(
            FeedUpdate(feed: a, scope: a.rawValue, items: items, mode: .merge, fetchedAt: day(1, seconds: 1_300)))
        let other = try folder.store(.telling)
        for number in [0, 500, 1_199] {
            try arrive("copy\(number)", in: b, "Page|page\(number)|", at: 1_400, other)
            #expect(try store.stories(of: [key("\(number)", a)]).count == 1, "\(number)")
        }
    }

    @Test("Items that several processes store at the same time join one story")
    func concurrentStores() async throws {
        let stores = [store, try folder.store(.telling), try folder.store(.telling)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, store) in stores.enumerated() {
                let feed = [a, b, c][number]
                group.addTask {
                    for page in 0..<20 {
                        try arrive("\(page)", in: feed, "Page|page\(page)|", at: page, store)
                    }
                }
            }
            try await group.waitForAll()
        }
        let items = try store.items(Self.unread, limit: nil).items
        #expect(items.count == 20 && items.allSatisfy { $0.story?.voices.count == 3 })
        #expect(Set(items.compactMap(\.story?.id)).count == 20)
    }

    @Test("The index of stories forgets the decisions of a failed commit")
    func failure() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        #expect(throws: CancellationError.self) {
            try store.write(.rows) { db in
                let refresh = FeedUpdate(
                    feed: b, scope: b.rawValue,
                    items: [FeedUpdate.Item(id: "lost", date: day(1), payload: Data("Glacier|lost|glacier".utf8))],
                    mode: .merge, fetchedAt: day(1, seconds: 20))
                try FeedStore.commit([refresh], ledger: [], quotas: [], db)
                throw CancellationError()
            }
        }
        try arrive("2", in: c, "Lost|lost|", at: 30)
        #expect(try rows() == ["2", "1"])
    }

    @Test("The index of stories decides again about the items of a repeated commit")
    func repeated() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        let refresh = FeedUpdate(
            feed: b, scope: b.rawValue,
            items: [FeedUpdate.Item(id: "2", date: day(1), payload: Data("Glacier||glacier".utf8))], mode: .merge,
            fetchedAt: day(1, seconds: 20))
        #expect(throws: CancellationError.self) {
            try store.write(.rows) { db in
                try FeedStore.commit([refresh], ledger: [], quotas: [], db)
                throw CancellationError()
            }
        }
        try store.commit(refresh)
        #expect(try store.stories(of: [key("1", a)])[key("1", a)]?.voices.map(\.key.id).sorted() == ["1", "2"])
    }

    @Test("A story joins an item that was marked while its refresh ran")
    func markedBefore() throws {
        try arrive("1", in: a, "Glacier|glacier|", at: 10)
        let refresh = FeedUpdate(
            feed: b, scope: b.rawValue,
            items: [FeedUpdate.Item(id: "2", date: day(1, seconds: 5), payload: Data("Glacier||glacier".utf8))],
            mode: .merge, fetchedAt: day(1, seconds: 20))
        try store.mark(each: ItemSelection(.feed(b)), as: .saved, storing: [refresh], at: day(1, seconds: 21))
        try store.commit(refresh)
        #expect(try rows() == ["2+1"])
    }

    @Test("A story loses an item with its feed, and never has one item")
    func removal() throws {
        try threeVoices()
        let story = try #require(try store.stories(of: [key("1", a)])[key("1", a)])
        try store.unfollow(a)
        // The link and the copy are both about the page.
        #expect(try rows() == ["2+3"])
        try store.unfollow(b)
        #expect(try rows() == ["3"] && store.stories(of: [key("3", c)]).isEmpty)
        try store.write(.everything) { db in
            try ItemRemoval(db: db).remove(try db.integers("SELECT id FROM item"))
        }
        #expect(try folder.count("story") == 0 && folder.count("story_link") == 0)
        try store.follow(a)
        try arrive("4", in: a, "Again|glacier|", at: 60)
        try arrive("5", in: c, "Again|glacier|", at: 70)
        #expect(try rows() == ["4+5"])
        #expect(try store.stories(of: [key("4", a)])[key("4", a)]?.id ?? 0 > story.id)
    }

    @Test("A story joins for an account only items whose evidence it sees")
    func accounts() throws {
        let second = store.of(try #require(try store.addAccount(named: "second", at: day(0))).id)
        try second.follow(a)
        try second.follow(c)
        try arrive("1", in: a, "One|one|", at: 10)
        try arrive("2", in: b, "Link|two|one", at: 20)
        try arrive("3", in: c, "Two|two|", at: 30)
        #expect(try rows() == ["1+2+3"])
        #expect(try rows(Self.unread, second) == ["3", "1"])
        try second.follow(b)
        #expect(try rows(Self.unread, second) == ["1+2+3"])
    }

    @Test("An account's own feed joins stories for that account alone")
    func ownFeeds() throws {
        let second = store.of(try #require(try store.addAccount(named: "second", at: day(0))).id)
        let own = FeedKey("web/own")
        for feed in [a, c, own] { try second.follow(feed) }
        try arrive("1", in: a, "One|one|", at: 10)
        try arrive("2", in: own, "Both|two|one", at: 20, access: .only(second.account))
        try arrive("3", in: c, "Two|two|", at: 30)
        #expect(try rows(Self.unread, second) == ["1+2+3"])
        #expect(try rows() == ["3", "1"])
        #expect(try store.unreadCounts(groupsStories: true).total == 2)
        #expect(try second.unreadCounts(groupsStories: true).total == 1)
    }

    @Test("An account takes apart and joins items for itself alone, and undoes that")
    func decisions() throws {
        let second = store.of(try #require(try store.addAccount(named: "second", at: day(0))).id)
        for feed in [a, b, c] { try second.follow(feed) }
        try threeVoices()
        let split = try #require(try store.takeApart([key("2", b)]))
        #expect(try rows() == ["2", "1+3"] && rows(Self.unread, second) == ["1+2+3"])
        #expect(try store.takeApart([key("2", b)]) == nil)
        // What is evidence for both joins one of them alone.
        try arrive("4", in: a, "Both|link|glacier", at: 40)
        #expect(try rows() == ["2+4", "1+3"])
        #expect(try store.undo(split) && rows() == ["1+2+3+4"])
        #expect(try !store.undo(split))

        try arrive("5", in: a, "Harbor|harbor|", at: 50)
        #expect(try store.takeApart([key("2", b)]) != nil)
        let joined = try #require(try store.join([key("2", b), key("5", a), key("1", a)]))
        #expect(try rows() == ["1+2+3+4+5"] && rows(Self.unread, second) == ["5", "1+2+3+4"])
        #expect(try store.join([key("2", b), key("5", a)]) == nil)
        #expect(try store.undo(joined) && rows() == ["5", "2", "1+3+4"])
        // A form has a change as text.
        #expect(StoryChange(text: joined.text)?.text == joined.text && StoryChange(text: split.text) != nil)
        for text in ["", "1", "2-1:apart", "1-2:>apart", "2-1:>other", "2-1:>apart,"] {
            #expect(StoryChange(text: text) == nil, "\(text)")
        }
        // Nobody else can undo it, and no form links items that the account doesn't see.
        let forged = try #require(StoryChange(text: "999999-1:joined>")), links = try folder.count("own_story_link")
        #expect(try !store.undo(forged) && folder.count("own_story_link") == links)
        // Nobody joins what the account doesn't see.
        #expect(try rows() == ["5", "2", "1+3+4"])
        for settings in [FollowSettings(stories: .apart), nil] {
            if let settings { try store.follow(a, path: "web/a", settings, at: day(1)) } else { try store.unfollow(a) }
            #expect(try store.join([key("2", b), key("5", a)]) == nil, "a feed that isn't followed, or never joins")
        }
        try store.follow(a)
        let hidden = FeedKey("web/hidden")
        try second.follow(hidden)
        try arrive("6", in: hidden, "Hidden|hidden|", at: 60, access: .only(second.account))
        #expect(try store.join([key("6", hidden), key("5", a)]) == nil)
    }

    @Test("Comments of discussions and kinds of items that tell no stories join nothing")
    func without() throws {
        var options = FeedStore.Options.telling
        options.isDiscussion = { $0 == FeedKey("web/c") }
        let folder = try TemporaryFolder(), store = try folder.store(options)
        for feed in [a, b, c] { try store.follow(feed) }
        for (number, feed) in [a, b, c].enumerated() { try arrive("1", in: feed, "One|one|", at: number, store) }
        #expect(try rows(Self.unread, store).count == 2)
        let plain = try TemporaryFolder(), items = try plain.store()
        for feed in [a, b] { try items.follow(feed) }
        for (number, feed) in [a, b].enumerated() { try arrive("1", in: feed, "One|one|", at: number, items) }
        #expect(try rows(Self.unread, items).count == 2)
    }
}
