import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

/// The first page of all public repositories: `github/repositories`.
package struct RepositoriesFeed: FeedDescription {
    package typealias Item = GitHubItem

    /// The list.
    package init() {}

    package init?(path: [String]) {
        guard path == Self().path else { return nil }
    }

    package static var example: [String] { Self().path }
    package var path: [String] { [Upstream.gitHub.id, "repositories"] }

    package static var upstream: Upstream { .gitHub }
    package var title: String { "All repositories" }
    package var summary: String { "Public repositories on GitHub, oldest first." }
    package var emptyMessage: String { "GitHub lists no repositories." }

    package var controls: FeedControls { FeedControls(orders: [.ranked], maximum: 300) }
    package static var columns: [EntryColumn] { EntryColumn.gitHub }

    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        .gitHub(request, purpose, spacing: 600)
    }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        context.gitHub.repositories().asObservable().map { answer -> RefreshStep in
            guard case .modified(let page) = answer else {
                return .done(RefreshResult([.unchanged(key, fetchedAt: context.now)]))
            }
            let items = try page.repositories.enumerated().map { try $1.stored(rank: $0) }
            return .done(
                RefreshResult([
                    FeedUpdate(
                        feed: key, items: items, mode: .replace, fetchedAt: context.now, skipped: page.skipped.count)
                ]))
        }
    }
}
