import Feeds
import Platform
import Search
import WebText

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
    /// When it was written.
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
    /// When it was written.
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
        // The title of a deleted comment says so.
        let missing = author == nil ? "" : "[deleted]"
        let words = markup.map { PlainText(markup: $0, atMost: 2_000).text.onOneLine }
        // A discussion's table has no other column for the story's title.
        let summary = [title, words].compactMap { $0 }.joined(separator: " · ")
        entry.summary = summary.isEmpty ? missing : summary
        entry.measures = [
            score.map { Entry.Measure("points", Double($0), unit: .init("point", "points"), quantity: .points) },
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
