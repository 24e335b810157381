import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Search
import WebText

/// A story with its tree of comments, in reading order: `news/item/8863`.
package struct ThreadFeed: RangedFeed, DiscussionFeed {
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
    package static var measureKind: MeasureKinds.OfScope { .all(.points) }
    package var title: String { "Discussion \(story)" }
    package var summary: String { "A story on Hacker News and its comments." }
    package var emptyMessage: String { "No comments yet." }

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
    package func rangeCovers(_ request: FeedRequest, _ snapshot: Snapshot) -> Bool {
        RequestedRange(snapshot).count >= request.limit || snapshot.total < RequestedRange(snapshot).count
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        let limit = max(context.request.limit, RequestedRange(context.stored.snapshot).count)
        return context.hackerNews.comments(on: story, limit: limit).steps { tree in
            .arrived(Self.items(tree), Progress(done: tree.done, of: tree.total, "comments"))
        } done: { tree in
            let items = try Self.items(tree).enumerated().map { try $1.stored(rank: $0) }
            let refresh = FeedUpdate(
                feed: key, items: items,
                // Keeps comments that failed, and the answers to them.
                mode: tree.failure == nil ? .replace : .merge, fetchedAt: context.now, read: [String(story)],
                skipped: tree.skipped, title: tree.story.title, extra: try RequestedRange(limit).extra())
            return .done(
                RefreshResult([refresh], error: tree.failure.map { .partial(tree.failures.counted("comment"), $0) }))
        }
    }

    private static func items(_ tree: CommentTree) -> [ThreadItem] {
        [ThreadItem(tree.story)] + tree.preorder.map(ThreadItem.init)
    }
}

/// A story or one of its comments.
package struct ThreadItem: FeedItem, Hashable {
    /// The item's number.
    package let id: Int
    /// `story` or `comment`.
    package let type: String
    /// The title of the story; nil for a comment.
    package let title: String?
    /// The story's link; nil for a comment.
    package let url: URL?
    /// The author; nil if the comment was deleted.
    package let author: String?
    /// The date of the story or comment.
    package let date: Date
    /// The text in Hacker News' HTML; nil if it was deleted or hidden, or for a story with a link.
    package let text: String?
    /// The number of the parent item; nil for the story.
    package let parent: Int?
    /// The depth in the tree; 0 for the story.
    package let depth: Int
    /// The points of the story.
    package let score: Int?
    /// The number of the story's comments.
    package let comments: Int?
    /// The options if the story is a poll.
    package let options: [PollOption]?

    private enum CodingKeys: CodingKey {
        case id, type, title, url, author, date, text, parent, depth, score, comments, options
    }

    init(_ story: Story) {
        (id, type, title, url) = (story.id, "story", story.title, story.url)
        (author, date, text) = (story.author, story.date, story.text)
        (parent, depth, score, comments) = (nil, 0, story.score, story.comments)
        options = story.options
    }

    init(_ node: CommentTree.Node) {
        let comment = node.comment
        (id, type, title, url) = (comment.id, "comment", nil, nil)
        (author, date, text) = (comment.author, comment.date, comment.text)
        (parent, depth, score, comments) = (node.parent, node.depth, nil, nil)
        options = nil
    }

    /// True: the encoder's default until version 2 of the stored form.
    package static var countedFrom2001: Bool { true }
    /// The item's number.
    package var feedID: String { String(id) }
    /// The date of the story or comment.
    package var feedDate: Date? { date }
    /// The form for programs.
    package var document: ThreadDocument { ThreadDocument(self) }

    /// The entry: a comment's author is its title, and its text is the entry's text.
    package var entry: Entry {
        let page = Story.page(of: id)
        var entry = Entry(
            id: feedID, kind: Entry.Kind(type),
            title: [Entry.TextRun(title ?? author ?? "[deleted]", isEmphasized: title == nil)],
            link: .web(url ?? page), date: date)
        entry.author = author.map { Entry.Author(name: $0, page: Story.page(ofUser: $0)) }
        let markup = Story.markup(text, options)
        entry.text = markup
        entry.depth = depth
        entry.tags = [type]
        // The title of a deleted comment is “[deleted]” already.
        let missing = author == nil ? "" : "[deleted]"
        let words = markup.map { PlainText(markup: $0, atMost: 2_000).text.onOneLine }
        // A discussion's table has no other column for the story's title.
        let summary = [title, words].compactMap { $0 }.joined(separator: " · ")
        entry.summary = summary.isEmpty ? missing : summary
        entry.measures = [
            score.map { Entry.Measure("points", Double($0), unit: .init("point", "points"), kind: .points) },
            comments.map { Entry.Measure("comments", Double($0), unit: .init("comment", "comments")) },
        ].compactMap { $0 }
        entry.facts =
            entry.measures.map { Entry.Fact(.measure, $0.words) }
            + (title == nil ? [] : author.map { [Entry.Fact(.author, "by " + $0)] } ?? [])
            + [Entry.Fact(.discussion, "link", link: .web(page))]
        entry.isMarkable = title == nil
        return entry
    }
}

/// A comment for programs.
package struct ThreadDocument: Encodable, Sendable {
    private let id: Int
    private let type, url, date: String
    @OrNull private var title: String?
    @OrNull private var author: String?
    @OrNull private var text: String?
    @OrNull private var parent: Int?
    private let depth: Int
    @OrNull private var score: Int?
    @OrNull private var comments: Int?
    @OrNull private var options: [PollOptionDocument]?

    /// The markup of the text is sanitized.
    init(_ item: ThreadItem) {
        (id, type, title, author) = (item.id, item.type, item.title, item.author)
        url = (item.url ?? Story.page(of: item.id)).absoluteString
        date = item.date.internetDateTime
        text = item.text.map { AllowedMarkup($0).html }
        (parent, depth, score, comments) = (item.parent, item.depth, item.score, item.comments)
        options = item.options?.map(PollOptionDocument.init)
    }
}
