import Catalog
import FeedStore
import Feeds
import Foundation
import News
import Testing

@Suite("A story's entry")
struct StoryEntryTests {
    private func item(type: String, comments: Int?, url: String) throws -> ListedItems.Item {
        let date = Date(timeIntervalSince1970: 1_790_000_000)
        let story = Story(
            id: 7, type: type, title: "Title", url: try #require(URL(string: url)), author: nil, score: 1,
            comments: comments, date: date, text: nil)
        let feed = try #require(FeedCatalog.all.feed(FeedKey("news/top")))
        return ListedItems.Item(shown: ShownItem(story), feed: feed)
    }

    @Test(
        "A job advertisement's entry has no discussion",
        arguments: ["https://a.example/job", "https://news.ycombinator.com/item?id=7"])
    func job(url: String) throws {
        let job = try item(type: "job", comments: nil, url: url)
        #expect(job.shown.entry.discussion == nil && FeedCatalog.all.discussion(of: job) == nil)
        let story = try item(type: "story", comments: 0, url: url)
        #expect(FeedCatalog.all.discussion(of: story)?.key == FeedKey("news/item/7"))
    }

    @Test("A story's entry begins its summary with its title in a discussion, whose table has no title column")
    func story() throws {
        let json = #"{"id":1,"type":"story","title":"Ask","author":"ann","text":"<p>Why?","date":0,"depth":0}"#
        let story = try JSONDecoder().decode(ThreadItem.self, from: Data(json.utf8))
        #expect(story.entry.plainTitle == "Ask" && story.entry.summary == "Ask · Why?")
    }

    @Test("A deleted comment's entry reports the deletion once")
    func deleted() throws {
        let json = #"{"id":2,"type":"comment","date":0,"depth":1}"#
        let comment = try JSONDecoder().decode(ThreadItem.self, from: Data(json.utf8))
        #expect(comment.entry.plainTitle == "[deleted]" && comment.entry.summary.isEmpty)
    }
}
