#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something of a list of Hacker News: a story, a question, a job or a poll.
///
/// Its coded form is kept on disk: the keys are the names below, the date is in seconds since 1970, nil is left out.
public struct Story: Sendable, Hashable, Codable, Identifiable {
    /// The item's number, which grows with time.
    public let id: Int
    /// `story`, `job` or `poll`.
    public let type: String
    /// The headline as plain text.
    public let title: String
    /// What it points to; the item's own page where it points nowhere (see ``page``).
    public let url: URL
    /// The login of who posted it, capitals count.
    public let author: String?
    /// Points.
    public let score: Int?
    /// How many comments there are, answers to them included; jobs have none.
    public let comments: Int?
    /// When it was posted.
    public let date: Date
    /// What was written with it, in Hacker News' HTML as it came: clean it before it is shown as HTML.
    public let text: String?

    /// Describes a story.
    public init(
        id: Int, type: String, title: String, url: URL, author: String?, score: Int?, comments: Int?, date: Date,
        text: String?
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
    }

    private enum CodingKeys: String, CodingKey {
        case id, type, title, url, author, score, comments, date, text
    }

    /// Reads the form that `encode(to:)` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        type = try container.decode(String.self, forKey: .type)
        title = try container.decode(String.self, forKey: .title)
        url = try container.decode(URL.self, forKey: .url)
        author = try container.decodeIfPresent(String.self, forKey: .author)
        score = try container.decodeIfPresent(Int.self, forKey: .score)
        comments = try container.decodeIfPresent(Int.self, forKey: .comments)
        date = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .date))
        text = try container.decodeIfPresent(String.self, forKey: .text)
    }

    /// Writes the form that is kept, whatever the encoder's strategy for dates.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(url, forKey: .url)
        try container.encodeIfPresent(author, forKey: .author)
        try container.encodeIfPresent(score, forKey: .score)
        try container.encodeIfPresent(comments, forKey: .comments)
        try container.encode(date.timeIntervalSince1970, forKey: .date)
        try container.encodeIfPresent(text, forKey: .text)
    }
}

extension Story {
    /// Where it is talked about.
    public var page: URL { Self.page(of: id) }

    /// The host that it points to, without `www.`; nil where it points nowhere but to its own page.
    public var site: String? { url == page ? nil : Self.site(of: url) }

    /// The host of an address, without `www.`.
    static func site(of url: URL) -> String? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }

    /// The newest first; of the same second the higher number.
    public static func newestFirst(_ one: Story, _ other: Story) -> Bool {
        one.date == other.date ? one.id > other.id : one.date > other.date
    }

    /// The item's page for people.
    ///
    /// Not the API's host: the site answers programs with 429 soon.
    static func page(of id: Int) -> URL {
        // swift-format-ignore: NeverForceUnwrap
        URL(string: "https://news.ycombinator.com/item?id=\(id)")!  // cannot fail: only a number is added
    }
}
