import FreshetHTTP
import Platform

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

    init(_ reply: HTTPReply, on site: Website) throws {
        let list = try reply.decoded(as: ReadableList<WireRepository>.self)
        repositories = list.elements.map { $0.item(on: site) }
        skipped = list.skipped
        next = LinkHeader(reply.headers)["next"]
        validators = Validators(reply.headers)
    }
}
