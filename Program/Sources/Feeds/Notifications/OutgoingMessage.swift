import FeedStore
import Platform
import Search
import WebText

/// The content that a destination delivers: a batch of notifications or a digest.
package struct OutgoingMessage: Sendable {
    /// One notification of the batch.
    package struct Part: Sendable {
        /// The id, which retries keep so that receivers can drop duplicates.
        package let id: String
        /// The rule that matched.
        package let rule: String
        /// The event in one line.
        package let title: String
        /// The name of the item's feed; nil for rates and absences, or if the item isn't stored.
        package let feed: String?
        /// The address of the item.
        package let url: String?
        /// The item; nil for rates and absences, or if it isn't stored.
        package let item: ListedItems.Item?
        /// The time at which the notification was queued.
        package let date: Date

        /// The title after the name of its feed.
        package var titleWithFeed: String { feed.map { "\($0): \(title)" } ?? title }
    }

    /// The id, which retries keep so that receivers can drop duplicates.
    package let id: String
    /// The title.
    package let title: String
    /// The lines below the title.
    package let body: String
    /// The address of the item, if the message is about one.
    package let url: String?
    /// The notifications; empty for digests.
    package let parts: [Part]
    /// The notifications without those of an item that an earlier one is about, because several rules matched it.
    package let distinctParts: [Part]
    /// The HTML form for mail; nil to send only the body.
    package var html: String?

    /// The maximum number of lines in a message.
    private static let lines = 10

    /// A message without notifications.
    package init(id: String, title: String, body: String, html: String? = nil) {
        self.id = id
        self.title = title
        self.body = body
        self.html = html
        url = nil
        parts = []
        distinctParts = []
    }

    /// A message that tests a destination, with one notification like those of a rule.
    package init(testAt date: Date) {
        id = "test-\(Int(date.timeIntervalSince1970))"
        title = "Freshet works"
        body = "This is a test notification."
        url = nil
        distinctParts = [Part(id: id, rule: "notify test", title: title, feed: nil, url: nil, item: nil, date: date)]
        parts = distinctParts
    }

    /// A message that asks the owner of an email address to confirm it. It has no text that a person chose.
    ///
    /// - Parameters:
    ///   - link: the page that confirms it.
    ///   - server: the address of the server.
    package init(confirming link: String, server: String, at date: Date) {
        self.init(
            id: "confirm-\(Int(date.timeIntervalSince1970))", title: "Confirm notifications from Freshet",
            body: """
                A user of \(server) wants to send notifications to this address.

                To allow it, open this page and press the button:
                \(link)

                Otherwise ignore this email: nothing more is sent.
                """)
    }

    /// A message for a batch.
    ///
    /// - Parameter names: the reader's own names of feeds.
    package init(_ batch: NotificationBatch, _ catalog: FeedCatalog, names: [FeedKey: String] = [:]) {
        id = batch.id
        let parts = batch.notifications.map { Part($0, catalog, names) }
        self.parts = parts
        var told: Set<ItemKey> = []
        distinctParts = parts.filter { part in part.item.map { told.insert($0.key).inserted } ?? true }
        if distinctParts.count == 1, let part = distinctParts.first {
            title = part.titleWithFeed
            body = parts.map { "Rule: \($0.rule)" }.joined(separator: "\n")
            url = part.url
        } else {
            let feeds = Self.feeds(of: distinctParts)
            let count = distinctParts.count
            title = feeds.map { "\(Self.listed($0)): \(count.counted("item"))" } ?? count.counted("notification")
            let isAlone = feeds?.count == 1
            var lines = distinctParts.prefix(Self.lines).map { isAlone ? $0.title : $0.titleWithFeed }
            if count > Self.lines { lines.append("and \(count - Self.lines) more") }
            body = lines.joined(separator: "\n")
            url = nil
        }
    }

    /// The lines of the body that fit into a number of bytes, and how many more there are.
    package func summary(atMost bytes: Int) -> String {
        if body.utf8.count <= bytes { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        // Room for the last line.
        var left = bytes - 40
        let kept = lines.prefix { line in
            left -= line.utf8.count + 1
            return left >= 0
        }
        let more = lines.dropFirst(kept.count).count { !$0.isEmpty }
        return (kept + ["and \(more.counted("more line"))"]).joined(separator: "\n")
    }

    /// The names of the notifications' feeds; nil if one is about no item.
    private static func feeds(of parts: [Part]) -> [String]? {
        var names: [String] = []
        for part in parts {
            guard let feed = part.feed else { return nil }
            if !names.contains(feed) { names.append(feed) }
        }
        return names
    }

    private static func listed(_ feeds: [String]) -> String {
        feeds.count > 2 ? "\(feeds[0]) and \(feeds.count - 1) other feeds" : feeds.joined(separator: " and ")
    }

    /// The message as one line of JSON; see `docs/rules.md`.
    package func json() throws -> Data {
        try JSONEncoder.documents.encode(
            Document(id: id, title: title, body: body, notifications: parts.map(NoticeDocument.init)))
    }

    /// One line of JSON for each notification, for commands.
    package func lines() throws -> [Data] {
        try parts.map { try JSONEncoder.documents.encode(NoticeDocument($0)) }
    }

    private struct Document: Encodable {
        let id, title, body: String
        let notifications: [NoticeDocument]
    }
}

private struct NoticeDocument: Encodable {
    let id, rule, title, date: String
    @OrNull var feed: String?
    @OrNull var url: String?
    @OrNull var item: ItemDocument?

    init(_ part: OutgoingMessage.Part) {
        id = part.id
        rule = part.rule
        title = part.title
        feed = part.feed
        url = part.url
        date = part.date.internetDateTime
        item = part.item.map { ItemDocument($0.shown, feed: $0.feed.key) }
    }
}

extension OutgoingMessage.Part {
    fileprivate init(
        _ notification: NotificationBatch.Notification, _ catalog: FeedCatalog, _ names: [FeedKey: String]
    ) {
        let item = notification.item.flatMap { ListedItems([$0], total: 1, catalog).items.first }
        id = notification.id
        rule = notification.rule
        date = notification.createdAt
        self.item = item
        feed = item.map { SafeText(names[$0.feed.key] ?? $0.feed.title, atMost: 100).text }
        let search = notification.rule.split(separator: " ").dropFirst().joined(separator: " ")
        if let item {
            title = SafeText(item.shown.entry.plainTitle, atMost: 300).text
            url = item.shown.entry.pageAddress?.text
        } else {
            url = nil
            title =
                switch notification.count {
                case nil: "An item that is no longer stored"
                case 0: search.prefix(1).uppercased() + search.dropFirst()
                case let count?: "\(count) matches: \(search)"
                }
        }
    }
}
