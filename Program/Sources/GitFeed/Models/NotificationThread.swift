import FreshetHTTP
import Platform

/// A thread of the notifications inbox.
///
/// The encoded form is stored, so the names of its properties are fixed.
package struct NotificationThread: Sendable, Hashable, Codable, Identifiable {
    /// The id of the thread.
    package let id: String
    /// The type of the subject: `Issue`, `PullRequest`, `Release`, ….
    package let type: String
    /// The subject's title.
    package let title: String
    /// The reason for the notification: `mention`, `review_requested`, `subscribed`, ….
    package let reason: String
    /// The web page.
    package let url: URL
    /// `owner/name`.
    package let repository: String
    /// The date of the thread's last update.
    package let date: Date

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
package struct NotificationPage: Sendable {
    /// The threads, last updated first.
    package let threads: [NotificationThread]
    /// Unreadable threads.
    package let skipped: [SkippedItem]
    /// The address of the next page; nil on the last one.
    package let next: URL?

    init(_ reply: HTTPReply, on site: GitHubPageURLs) throws {
        let list = try reply.decoded(as: ReadableList<WireNotification>.self)
        threads = list.elements.map { $0.thread(on: site) }.sorted { $0.date > $1.date }
        skipped = list.skipped
        next = LinkHeader(reply.headers)["next"]
    }
}
