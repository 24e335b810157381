import FeedStore
import Freshet
import FreshetHTTP
public import GitFeed
import HTTPTypes

extension Feed<GitHubItem> {
    /// The list of all public repositories, the oldest first.
    public static func gitHubRepositories(_ environment: FeedEnvironment) -> Feed<GitHubItem> {
        Feed(RepositoriesFeed(), environment)
    }
}

/// The first page of all public repositories with their owners.
struct RepositoriesFeed: FeedSource {
    var key: FeedKey { .gitHub("repositories") }

    func accounting(for request: HTTPRequest) -> Accounting { .polled(spacing: 600, validates: true) }

    func stored(_ context: FeedContext) throws -> StoredFeed<GitHubItem> {
        StoredFeed(try context.environment.store.snapshot(of: key, limit: context.request.limit))
    }

    func spacing(_ environment: FeedEnvironment) throws -> Double { try GitHubBudget(environment).spacing }

    func refresh(_ context: RefreshContext<GitHubItem>) -> Observable<RefreshStep<GitHubItem>> {
        context.gitHub.repositories().asObservable().map { answer -> RefreshStep<GitHubItem> in
            let now = context.environment.now()
            guard case .modified(let page) = answer else {
                return .done(RefreshResult(refreshes: [.unchanged(key, fetchedAt: now)]))
            }
            let items = try page.repositories.enumerated().map { try $1.stored(rank: $0) }
            let refresh = Refresh(
                feed: key, items: items, mode: .replace, fetchedAt: now, skipped: page.skipped.count)
            return .done(RefreshResult(refreshes: [refresh]))
        }
    }
}
