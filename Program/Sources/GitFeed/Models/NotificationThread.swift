public import FreshetHTTP
public import Platform

/// A thread of the notifications inbox.
///
/// The encoded form is stored, so the names of its properties are fixed.
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

    init(id: String, type: String, title: String, reason: String, url: URL, repository: String, date: Date) {
        self.id = id
        self.type = type
        self.title = title
        self.reason = reason
        self.url = url
        self.repository = repository
        self.date = date
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
