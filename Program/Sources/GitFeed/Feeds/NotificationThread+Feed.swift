public import Feeds
public import Platform
import WebText

extension NotificationThread: FeedItem {
    /// The thread's id.
    public var feedID: String { id }
    /// When the thread was last updated.
    public var feedDate: Date? { date }
    /// The form for programs.
    public var document: NotificationDocument { NotificationDocument(self) }

    /// The entry: the subject's title and the reason.
    public var entry: Entry {
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
public struct NotificationDocument: Encodable, Sendable {
    private enum Keys: CodingKey { case id, type, title, reason, url, repository, date }

    private let thread: NotificationThread

    init(_ thread: NotificationThread) { self.thread = thread }

    /// Writes every field.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(thread.id, forKey: .id)
        try container.encode(thread.type, forKey: .type)
        try container.encode(thread.title, forKey: .title)
        try container.encode(thread.reason, forKey: .reason)
        try container.encode(thread.url.absoluteString, forKey: .url)
        try container.encode(thread.repository, forKey: .repository)
        try container.encode(thread.date.internetDateTime, forKey: .date)
    }
}
