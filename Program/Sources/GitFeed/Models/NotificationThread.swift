public import FreshetHTTP
public import Platform

/// A thread of the notifications inbox.
///
/// The encoded form is stored: its keys are the property names, the date is in seconds since 1970, nil is omitted.
public struct NotificationThread: Sendable, Hashable, Codable, Identifiable {
    /// The id of the thread.
    public let id: String
    /// The type of the subject: `Issue`, `PullRequest`, `Release`, ….
    public let type: String
    /// The subject's title.
    public let title: String
    /// The reason for the notification: `mention`, `review_requested`, `subscribed`, ….
    public let reason: String
    /// The web page.
    public let url: URL
    /// `owner/name`.
    public let repository: String
    /// When the thread was last updated.
    public let date: Date

    private enum CodingKeys: String, CodingKey { case id, type, title, reason, url, repository, date }

    init(id: String, type: String, title: String, reason: String, url: URL, repository: String, date: Date) {
        self.id = id
        self.type = type
        self.title = title
        self.reason = reason
        self.url = url
        self.repository = repository
        self.date = date
    }

    /// Decodes the stored form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        type = try container.decode(String.self, forKey: .type)
        title = try container.decode(String.self, forKey: .title)
        reason = try container.decode(String.self, forKey: .reason)
        url = try container.decode(URL.self, forKey: .url)
        repository = try container.decode(String.self, forKey: .repository)
        date = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .date))
    }

    /// Encodes the stored form, independent of the encoder's date strategy.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(type, forKey: .type)
        try container.encode(title, forKey: .title)
        try container.encode(reason, forKey: .reason)
        try container.encode(url, forKey: .url)
        try container.encode(repository, forKey: .repository)
        try container.encode(date.timeIntervalSince1970, forKey: .date)
    }
}

/// A page of unread notifications.
public struct NotificationPage: Sendable {
    /// The threads, last updated first.
    public let threads: [NotificationThread]
    /// Unreadable threads.
    public let skipped: [SkippedItem]
    /// The address of the next page; nil on the last one.
    public let next: URL?

    init(_ reply: HTTPReply, on site: Website) throws {
        let list = try reply.decoded(as: ReadableList<WireNotification>.self)
        threads = list.elements.map { $0.thread(on: site) }.sorted { $0.date > $1.date }
        skipped = list.skipped
        next = LinkHeader(reply.headers)["next"]
    }
}
