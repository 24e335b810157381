import Platform

/// An item of a list: a story, a question, a job or a poll.
///
/// The encoded form is stored, so the names of its properties are fixed.
package struct Story: Sendable, Hashable, Codable, Identifiable {
    /// The item's number; numbers increase with time.
    package let id: Int
    /// `story`, `job` or `poll`.
    package let type: String
    /// The title as plain text.
    package let title: String
    /// The link; for an item without one, its own ``page``.
    package let url: URL
    /// The login of the author; case matters.
    package let author: String?
    /// The points.
    package let score: Int?
    /// The number of comments, including answers; nil for jobs.
    package let comments: Int?
    /// The date of the post.
    package let date: Date
    /// The text in Hacker News' HTML. Sanitize it before showing it.
    package let text: String?
    /// The options of a poll, in the site's order; nil for other items.
    package internal(set) var options: [PollOption]?

    /// Creates a story.
    package init(
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
    package var page: URL { Self.page(of: id) }

    /// The text and a poll's options in Hacker News' HTML; nil without either.
    var markup: String? { Self.markup(text, options) }

    /// A text, followed by a poll's options.
    static func markup(_ text: String?, _ options: [PollOption]?) -> String? {
        guard let options, !options.isEmpty else { return text }
        return (text ?? "") + options.markup
    }

    /// The host of the link, without `www.`; nil without a link.
    package var site: String? { url == page ? nil : Self.site(of: url) }

    /// The host of an address, without `www.`.
    static func site(of url: URL) -> String? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// Newest first; within a second by descending number.
    package static func newestFirst(_ one: Story, _ other: Story) -> Bool {
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

/// An option of a poll.
///
/// The encoded form is stored, so the names of its properties are fixed.
package struct PollOption: Sendable, Hashable, Codable {
    /// The text in Hacker News' HTML. Sanitize it before showing it.
    package let text: String
    /// The points.
    package let score: Int?

    /// Creates an option.
    package init(text: String, score: Int?) {
        self.text = text
        self.score = score
    }
}

extension [PollOption] {
    /// The options as a list in markup, each with its points.
    var markup: String {
        let items = map { option in
            let points = option.score.map { " (\($0) \($0 == 1 ? "point" : "points"))" } ?? ""
            return "<li>\(option.text)\(points)</li>"
        }
        return "<ul>\(items.joined())</ul>"
    }
}

/// The answer for an item's number.
package enum ItemAnswer: Sendable, Hashable {
    /// A story.
    case story(Story)
    /// No story, for this reason.
    case absent(Absence)
}

/// The reason why a number has no story.
///
/// Request it again next time: some items appear later.
package enum Absence: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
    /// `null`: unknown, not available yet, or removed.
    case null
    /// Deleted by its author.
    case deleted
    /// Hidden by moderators, software or users.
    case dead
    /// A comment, or an option of a poll.
    case notAStory

    /// The reason in words.
    package var description: String {
        switch self {
        case .null: "no item has this number yet"
        case .deleted: "deleted by its author"
        case .dead: "hidden by Hacker News"
        case .notAStory: "a comment or an option of a poll, not a story"
        }
    }
}
