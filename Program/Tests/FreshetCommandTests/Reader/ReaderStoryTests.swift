import Catalog
import Feeds
import Foundation
import Testing

@testable import FeedStore
@testable import FreshetCommand

@Suite("Stories in the reader")
struct ReaderStoryTests {
    private let repository: Feed
    private let stories: Feed

    init() throws {
        repository = try #require(ReaderScene.repository)
        stories = try #require(ReaderScene.stories)
    }

    private func key(_ id: String, _ feed: Feed) -> ItemKey { ItemKey(scope: feed.description.scope, id: id) }

    /// A story that an item of the repository and one of Hacker News tell, and perhaps a new one.
    private func group(isUnread: Bool = true, hasNews: Bool = false) -> StoryGroup {
        func voice(_ id: String, _ feed: Feed, isNew: Bool = false) -> StoryGroup.Voice {
            StoryGroup.Voice(
                key: key(id, feed), feed: feed.key, date: nil, isUnread: isUnread, isNew: isNew, savedAt: nil)
        }
        return StoryGroup(
            id: 1,
            voices: [voice("1", repository), voice("2", stories)] + (hasNews ? [voice("9", stories, isNew: true)] : []),
            first: key("1", repository))
    }

    private func headline(_ scene: ReaderScene, _ group: StoryGroup) -> ListedItems.Item {
        var item = scene.item("1", in: repository, title: "Glacier retreats", isUnread: group.isUnread)
        item.story = group
        return item
    }

    private func other(_ scene: ReaderScene) -> ListedItems.Item {
        scene.item("2", in: stories, title: "The glacier") { entry in
            entry.discussion = URL(string: "https://talk.example/2")
            entry.text = "<p>It melts.</p>"
            entry.measures = [Entry.Measure("points", 301, unit: .init("point", "points"))]
        }
    }

    /// A list of unread items with a story and another item.
    private func scene(columns: Int = 160, _ group: StoryGroup? = nil) throws -> ReaderScene {
        var scene = ReaderScene(columns: columns)
        try scene.follow()
        scene.send(.listed(.unread, .of([headline(scene, group ?? self.group()), scene.item("3", in: repository)])))
        return scene
    }

    /// The same with the story open, and its other voice known.
    private func open(_ group: StoryGroup? = nil) throws -> ReaderScene {
        var scene = try scene(columns: 100, group)
        scene.type("<enter>")
        scene.send(.voices(key("1", repository), group ?? self.group(), [other(scene)]))
        _ = scene.takeEffects()
        return scene
    }

    @Test("The reader shows stories in lists across feeds, not in those of one feed")
    func selections() {
        for source in [ReaderSource.unread, .saved, .folder("Work")] { #expect(source.selection.groupsStories) }
        #expect(!ReaderSource.feed(repository).selection.groupsStories)
    }

    @Test("The reader shows a story as one row with its number of voices, their feeds and its news")
    func row() throws {
        let plain = try scene(columns: 240)
        #expect(plain.screen.contains { $0.contains("Glacier retreats and 1 more: Top stories") })
        let new = try scene(columns: 240, group(hasNews: true))
        #expect(
            new.screen.contains {
                $0.contains("Glacier retreats and 2 more: Top stories · 1 new voice since you read")
            })
        let narrow = try scene(columns: 44, group(hasNews: true))
        #expect(narrow.screen.contains { $0.contains("and 2 more · 1 new") && $0.contains("Glacier") })
    }

    @Test("The reader counts stories in words, if the account wants stories")
    func counts() throws {
        var scene = try scene()
        #expect(scene.status.hasPrefix("Unread · 3 unread stories"))
        scene.type("/note")
        #expect(scene.state.list.filter == "note")
        scene.type("<esc>")
        scene.send(.following(scene.state.sidebar.followed, UnreadCounts(total: 3), areStoriesOn: false))
        #expect(scene.status.hasPrefix("Unread · 3 unread · "))
    }

    @Test("The reader counts a story once in the numbers of folders")
    func folders() throws {
        var scene = ReaderScene()
        var counts = UnreadCounts(total: 1, byFeed: [repository.key: 1, stories.key: 1])
        counts.stories = [[[repository.key], [stories.key]]]
        let followed = [repository, stories].map { FollowedFeed(feed: $0, settings: FollowSettings(folder: "Work")) }
        scene.send(.following(followed, counts))
        #expect(scene.state.sidebar.unreadCount(in: .folder("Work")) == 1)
    }

    @Test("One key marks all of a story, counts it once, and undoes what the store has changed")
    func marks() throws {
        var scene = try scene()
        let before = scene.state.sidebar.rows
        scene.type("m")
        let keys = [key("1", repository), key("2", stories)]
        #expect(scene.takeEffects() == [.mark([keys[0]], .read, isUndoable: true)])
        let sidebar = scene.state.sidebar
        #expect(sidebar.unreadCount(in: .unread) == 2 && sidebar.unreadCount(in: .folder("Work")) == 1)
        #expect(sidebar.unreadCount(in: .feed(stories)) == 0)
        // The headline was read before.
        scene.send(.marked([keys[0]], changed: [keys[1]], .read, isUndoable: true))
        #expect(!scene.state.list.items[0].shown.isUnread)
        scene.type("u")
        #expect(scene.takeEffects() == [.mark([keys[1]], .unread, isUndoable: false, asStories: false)])
        #expect(
            scene.state.list.items[0].shown.isUnread && scene.state.sidebar.rows.map(\.unread) == before.map(\.unread))
    }

    @Test("A story becomes read as a whole when a mark as unread is undone")
    func undoUnread() throws {
        var scene = try scene(group(isUnread: false))
        scene.type("m")
        let keys = [key("1", repository), key("2", stories)]
        #expect(scene.takeEffects() == [.mark([keys[0]], .unread, isUndoable: true)])
        scene.send(.marked([keys[0]], changed: keys, .unread, isUndoable: true))
        scene.type("u")
        #expect(scene.takeEffects() == [.mark(keys, .read, isUndoable: false)])
        #expect(!scene.state.list.items[0].shown.isUnread)
    }

    @Test("The reader keeps the selection on a story whose headline has changed")
    func selection() throws {
        var scene = try scene()
        var row = scene.item("2", in: stories, title: "The glacier")
        row.story = group()
        scene.send(.listed(.unread, .of([scene.item("3", in: repository), row])))
        #expect(scene.state.list.selected?.key == key("2", stories) && scene.state.list.window.cursor == 1)
    }

    @Test("The reader requests the other voices of an opened story, and shows their measures and addresses")
    func voices() throws {
        var scene = try scene(columns: 100)
        #expect(scene.state.telling == nil)
        scene.type("<enter>")
        #expect(scene.state.telling?.item == key("1", repository) && scene.state.telling?.story == group())
        scene.send(.voices(key("1", repository), group(), [other(scene)]))
        let text = scene.screen.joined(separator: "\n")
        #expect(text.contains("1 more tells this story"))
        #expect(text.contains("Top stories · 2 min ago · 301 points"))
        #expect(text.contains("[1] https://a.example/2") && text.contains("[2] https://talk.example/2"))
        _ = scene.takeEffects()
        scene.type("2c")
        #expect(
            scene.takeEffects() == [.browse("https://talk.example/2"), .browse("https://talk.example/2")])
    }

    @Test("The reader shows the text and the source of another voice if the item has no text")
    func text() throws {
        let scene = try open()
        let text = scene.screen.joined(separator: "\n")
        #expect(text.contains("The text of Top stories:") && text.contains("It melts."))
    }

    @Test("Enter reads the selected voice, and keys use its addresses")
    func openVoice() throws {
        var scene = try open()
        scene.type("joy")
        #expect(scene.takeEffects().prefix(1) == [.browse("https://a.example/2")])
        #expect(scene.status.hasPrefix("Link copied: https://a.example/2"))
        scene.type("<enter>")
        #expect(scene.state.article.item?.key == key("2", stories) && scene.state.focus == .item)
        #expect(scene.screen.contains { $0.contains("It melts.") })
    }

    @Test("The reader takes a row apart, or the selected voice out of it, and undoes that")
    func takeApart() throws {
        var list = try scene()
        list.type("x")
        let keys = [key("1", repository), key("2", stories)]
        #expect(list.takeEffects() == [.takeApart(keys, "Taken apart into 2 rows.")])
        let change = try #require(StoryChange(text: "2-1:>apart"))
        list.send(.decided(change, "Taken apart into 2 rows."))
        #expect(list.status.hasPrefix("Taken apart into 2 rows. Press u to undo."))
        list.type("u")
        #expect(list.takeEffects() == [.undoStories(change)])
        let decisions = list.state.decisions
        list.send(.undidStories(hasChanged: true))
        #expect(list.status.hasPrefix("Undone.") && list.state.decisions == decisions + 1, "voices are read again")
        list.send(.undidStories(hasChanged: false))
        #expect(list.status.hasPrefix("Nothing was undone."))
        var article = try open()
        article.type("jx")
        #expect(article.takeEffects() == [.takeApart([keys[1]], "Taken out of the story.")])
        article.send(.decided(nil, "Nothing else tells this story."))
        #expect(article.status.hasPrefix("Nothing else tells this story.") && article.state.changes.isEmpty)
    }

    @Test("The reader joins two rows on which the key is pressed in turn")
    func join() throws {
        var scene = try scene()
        scene.type("J")
        #expect(scene.takeEffects() == [] && scene.status.hasPrefix("J: join with the selected row · Esc: cancel"))
        scene.type("jJ")
        #expect(scene.takeEffects() == [.join([key("1", repository), key("3", repository)])])
        #expect(scene.state.joined == nil)
        scene.type("JJ")
        #expect(scene.takeEffects() == [] && scene.status.hasPrefix("Not joined: this is the same row."))
        scene.type("J<esc>")
        #expect(scene.state.joined == nil && scene.state.focus == .list)
    }

    @Test("The reader decides nothing while stories are off")
    func off() throws {
        var scene = try scene()
        scene.send(.following(scene.state.sidebar.followed, UnreadCounts(total: 3), areStoriesOn: false))
        scene.type("xJ")
        #expect(
            scene.takeEffects() == [] && scene.status.hasPrefix("Stories are off. To turn them on: freshet stories on"))
    }
}
