import FeedStore
public import Feeds
public import Freshet
public import FreshetHTTP
public import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The first page of all public repositories with their owners: `github/repositories`.
public struct RepositoriesFeed: FeedDescription {
    public typealias Item = GitHubItem

    /// The list.
    public init() {}

    public init?(path: [String]) {
        guard path == Self().path else { return nil }
    }

    public var path: [String] { [Upstream.gitHub.id, "repositories"] }

    public static var upstream: Upstream { .gitHub }
    public var title: String { "All repositories" }
    public var summary: String { "Public repositories on GitHub, the oldest first." }
    public var emptyMessage: String { "GitHub lists no repositories." }

    public var controls: FeedControls { FeedControls(orders: [.ranked], maximum: 300) }
    public static var columns: [EntryColumn] { EntryColumn.gitHub }

    public func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(purpose, spacing: 600)
    }

    public func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        context.gitHub.repositories().asObservable().map { answer -> RefreshStep in
            guard case .modified(let page) = answer else {
                return .done(RefreshResult([.unchanged(key, fetchedAt: context.now)]))
            }
            let items = try page.repositories.enumerated().map { try $1.stored(rank: $0) }
            return .done(
                RefreshResult([
                    Refresh(
                        feed: key, items: items, mode: .replace, fetchedAt: context.now, skipped: page.skipped.count)
                ]))
        }
    }
}
