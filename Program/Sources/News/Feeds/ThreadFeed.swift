import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Search
import WebText

/// A story with its tree of comments, in reading order: `news/item/8863`.
package struct ThreadFeed: FeedDescription {
    package typealias Item = ThreadItem

    /// The story's number.
    package let story: Int

    /// The comments on a story.
    package init(story: Int) { self.story = story }

    package init?(path: [String]) {
        guard path.count == 3, path[0] == Upstream.news.id, path[1] == "item", let id = Int(path[2]), id > 0
        else { return nil }
        story = id
    }

    /// Reads the address of an item's page on Hacker News.
    package init?(pasted text: String) {
        guard let url = URLComponents(string: text.contains("://") ? text : "https://" + text),
            url.host?.lowercased() == "news.ycombinator.com", url.path == "/item",
            let id = url.queryItems?.first(where: { $0.name == "id" })?.value.flatMap({ Int($0) }), id > 0
        else { return nil }
        story = id
    }

    package static var example: [String] { [Upstream.news.id, "item", "8863"] }
    package var path: [String] { [Upstream.news.id, "item", String(story)] }
    package var page: URL? { Story.page(of: story) }
    /// Separate from the lists, where the story is an item of another type.
    package var scope: String { "news comments" }

    package static var upstream: Upstream { .news }
    package static var quantity: Quantities.OfScope { .all(.points) }
    package var title: String { "Discussion \(story)" }
    package var summary: String { "A story on Hacker News and its comments." }
    package var emptyMessage: String { "No comments yet." }
    package var isDiscussion: Bool { true }

    package var controls: FeedControls { FeedControls(orders: [.ranked, .newest], limit: 200, maximum: 5000) }
    package static var columns: [EntryColumn] {
        [
            EntryColumn("WHEN", .date, isTrailing: true, dropOrder: 1),
            EntryColumn("BY", .byline, maximum: 24),
            EntryColumn("COMMENT", .summary, minimum: 24, isFlexible: true),
        ]
    }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        purpose == .thread ? .polled(spacing: 60, validates: false) : StoriesFeed.countedItems(request)
    }

    /// False if more comments are wanted than were fetched.
    package func covers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool {
        Coverage(snapshot).count >= request.limit || snapshot.total < Coverage(snapshot).count
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        let limit = max(context.request.limit, Coverage(context.stored.snapshot).count)
        return context.hackerNews.comments(on: story, limit: limit).steps { tree in
            .arrived(Self.items(tree), Progress(done: tree.done, of: tree.total, "comments"))
        } done: { tree in
            let items = try Self.items(tree).enumerated().map { try $1.stored(rank: $0) }
            let refresh = Refresh(
                feed: key, items: items,
                // Keeps comments that failed, and the answers to them.
                mode: tree.failure == nil ? .replace : .merge, fetchedAt: context.now, read: [String(story)],
                skipped: tree.skipped, title: tree.story.title, extra: try Coverage(limit).extra())
            return .done(
                RefreshResult([refresh], error: tree.failure.map { .partial(tree.failures.counted("comment"), $0) }))
        }
    }

    private static func items(_ tree: CommentTree) -> [ThreadItem] {
        [ThreadItem(tree.story)] + tree.preorder.map(ThreadItem.init)
    }
}
