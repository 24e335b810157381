import Feeds
import Foundation
import Platform
import Testing
import WebText

@testable import FeedStore
@testable import FreshetServer

@Suite("The row of a story") struct StoryRowTests {
    private let feeds = [Feed.news, .harbor, .wildfires]

    private func item(_ feeds: [Feed], isNew: Bool = false) -> ListedItems.Item {
        let voices = feeds.enumerated().map { index, feed in
            StoryGroup.Voice(
                key: ItemKey(scope: feed.description.scope, id: "\(index)"), feed: feed.key, date: nil, isUnread: true,
                isNew: isNew && index > 0, savedAt: nil)
        }
        let entry = Entry(id: "0", kind: Entry.Kind("article"), title: [Entry.TextRun("Tides")])
        return ListedItems.Item(
            shown: ShownItem(MadeUpItem(entry: entry)), feed: feeds[0],
            story: feeds.count < 2 ? nil : StoryGroup(id: 1, voices: voices, first: voices[0].key))
    }

    private func html(_ item: ListedItems.Item) -> String {
        var site = SampleStates.site
        site.followed = feeds.map { FollowedFeed(feed: $0, ownTitle: "The <b>\($0.key.rawValue)</b>") }
        return item.entryRow(RowOptions(site: site, returnPath: "/unread")).row.html.description
    }

    @Test("The row of a story counts the others that tell it, names their feeds, and shows what is new")
    func story() {
        let row = html(item(feeds, isNew: true))
        #expect(row.contains("<span class=\"voices\">and 2 more</span></span> "))
        #expect(row.contains("<span class=\"names\"><bdi>The &lt;b&gt;"))
        #expect(html(item(feeds)).contains("<span class=\"names\">(<bdi>The &lt;b&gt;"))
        #expect(row.contains("<span class=\"new\">2 new voices since you read</span>"))
        #expect(!html(item(feeds)).contains("class=\"new\""))
        // Its own feed is named before.
        #expect(html(item([.news, .news])).contains("<span class=\"voices\">and 1 more</span>"))
        #expect(!html(item([.news, .news])).contains("class=\"names\""))
    }

    @Test("The row of an item by itself is plain")
    func plain() {
        let row = html(item([.news]))
        #expect(!row.contains("voices") && !row.contains("names"))
    }

    @Test("The store reads the settings for stories, too")
    func settings() {
        #expect(AccountSettings.Stories.off.rawValue == StoryPreferences.off)
        var preferences = AccountSettings()
        (preferences.stories, preferences.storyRenewal) = (.off, .facts)
        let changes = preferences.changes(from: AccountSettings())
        #expect(changes == [StoryPreferences.name: StoryPreferences.off, StoryPreferences.renewalName: "facts"])
    }
}
