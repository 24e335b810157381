import FreshetHTTP
import Platform

/// A page of events.
package struct EventPage: Sendable {
    /// The events, newest first. GitHub doesn't sort them.
    package let events: [GitHubItem]
    /// Unreadable events.
    package let skipped: [SkippedItem]
    /// The address of the next page; nil on the last one.
    ///
    /// GitHub keeps at most 300 events of the last 30 days.
    package let next: URL?
    /// The validators for the next request with the same token.
    package let validators: Validators?
    /// The target of permanent redirects, as for a renamed repository; nil without any.
    package let movedTo: URL?
    /// True if the newest event isn't public, such as one in a private repository.
    package let isPrivate: Bool

    /// The date of the newest event.
    package var newest: Date? { events.first?.date }
    /// The date of the oldest event.
    package var oldest: Date? { events.last?.date }

    init(_ reply: HTTPReply, on site: GitHubPageURLs) throws {
        let list = try reply.decoded(as: ReadableList<WireEvent>.self)
        events = list.elements.map { $0.item(on: site) }.sorted(by: GitHubItem.newestFirst)
        isPrivate = list.elements.max { $0.date < $1.date }.map { !$0.isPublic } ?? false
        skipped = list.skipped
        next = LinkHeader(reply.headers)["next"]
        validators = Validators(reply.headers)
        movedTo = reply.movedTo
    }
}

/// A page of 100 public repositories, GitHub's oldest first.
package struct RepositoryPage: Sendable {
    /// The repositories in GitHub's order.
    package let repositories: [GitHubItem]
    /// Unreadable repositories.
    package let skipped: [SkippedItem]
    /// The address of the next page.
    package let next: URL?
    /// The validators for the next request with the same token.
    package let validators: Validators?

    init(_ reply: HTTPReply, on site: GitHubPageURLs) throws {
        let list = try reply.decoded(as: ReadableList<WireRepository>.self)
        repositories = list.elements.map { $0.item(on: site) }
        skipped = list.skipped
        next = LinkHeader(reply.headers)["next"]
        validators = Validators(reply.headers)
    }
}
