public import FreshetHTTP

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A page of the list of all public repositories, a hundred of them, the oldest repositories of GitHub first.
public struct RepositoryPage: Sendable {
    /// The repositories with their owners, in GitHub's order.
    public let repositories: [GitHubItem]
    /// Repositories that could not be read.
    public let skipped: [SkippedItem]
    /// The page after this one, as GitHub links it.
    public let next: URL?
    /// What to ask with next time to be told only of changes; it belongs to the token that was used.
    public let validators: Validators?

    init(_ reply: HTTPReply, on site: Website) throws {
        let list = try reply.decoded(as: LossyList<WireRepository>.self)
        repositories = list.elements.map { $0.item(on: site) }
        skipped = list.skipped
        next = LinkHeader(reply.headers)["next"]
        validators = Validators(reply.headers)
    }
}
