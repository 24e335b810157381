import Feeds
import Platform
import WebText

extension NotificationThread: FeedItem {
    /// The thread's id.
    package var feedID: String { id }
    /// When the thread was last updated.
    package var feedDate: Date? { date }
    /// The form for programs.
    package var document: NotificationDocument { NotificationDocument(self) }

    /// The entry: the subject's title and the reason.
    package var entry: Entry {
        var entry = Entry(
            id: id, kind: Entry.Kind(type), title: Entry.TextRun.runs(markdown: title), link: .web(url), date: date)
        entry.source = repository
        entry.summary = "In \(repository): \(reasonWords)."
        entry.tags = [type, reason, repository]
        entry.lead = .word(type)
        entry.facts = [
            Entry.Fact(.other, reasonWords),
            Entry.Fact(.source, repository, link: RepositoryName(repository).map { .feed(RepositoryFeed($0).path) }),
        ]
        return entry
    }

    /// `review_requested` → "review requested".
    private var reasonWords: String { reason.replacing("_", with: " ") }
}

/// A notification for programs.
package struct NotificationDocument: Encodable, Sendable {
    private let id, type, title, reason, url, repository, date: String

    init(_ thread: NotificationThread) {
        (id, type, title, reason) = (thread.id, thread.type, thread.title, thread.reason)
        (url, repository, date) = (thread.url.absoluteString, thread.repository, thread.date.internetDateTime)
    }
}
