public import Platform

/// An item of a list: a story, a question, a job or a poll.
///
/// The encoded form is stored, so the names of its properties are fixed.
public struct Story: Sendable, Hashable, Codable, Identifiable {
    /// The item's number; numbers increase with time.
    public let id: Int
    /// `story`, `job` or `poll`.
    public let type: String
    /// The title as plain text.
    public let title: String
    /// The link; for an item without one, its own ``page``.
    public let url: URL
    /// The login of the author; case matters.
    public let author: String?
    /// The points.
    public let score: Int?
    /// The number of comments, including answers; nil for jobs.
    public let comments: Int?
    /// When it was posted.
    public let date: Date
    /// The text in Hacker News' HTML. Sanitize it before showing it.
    public let text: String?
    /// The options of a poll, in the site's order; nil for other items.
    public internal(set) var options: [PollOption]?

    /// Creates a story.
    public init(
        id: Int, type: String, title: String, url: URL, author: String?, score: Int?, comments: Int?, date: Date,
        text: String?, options: [PollOption]? = nil
    ) {
        self.id = id
        self.type = type
        self.title = title
        self.url = url
        self.author = author
        self.score = score
        self.comments = comments
        self.date = date
        self.text = text
        self.options = options
    }
}

extension Story {
    /// The page of its discussion.
    public var page: URL { Self.page(of: id) }

    /// The text and a poll's options in Hacker News' HTML; nil without either.
    var markup: String? { Self.markup(text, options) }

    /// A text, followed by a poll's options.
    static func markup(_ text: String?, _ options: [PollOption]?) -> String? {
        guard let options, !options.isEmpty else { return text }
        return (text ?? "") + options.markup
    }

    /// The host of the link, without `www.`; nil without a link.
    public var site: String? { url == page ? nil : Self.site(of: url) }

    /// The host of an address, without `www.`.
    static func site(of url: URL) -> String? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// Newest first; within a second by descending number.
    public static func newestFirst(_ one: Story, _ other: Story) -> Bool {
        one.date == other.date ? one.id > other.id : one.date > other.date
    }

    /// The item's web page.
    ///
    /// It isn't on the API's host: the site soon answers programs with 429.
    static func page(of id: Int) -> URL {
        // swift-format-ignore: NeverForceUnwrap
        URL(string: "https://news.ycombinator.com/item?id=\(id)")!  // cannot fail: only a number is added
    }
}
