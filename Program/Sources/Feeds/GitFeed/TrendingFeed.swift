import FeedStore
import Freshet
public import GitFeed
import HTTPTypes

extension Feed<GitHubItem> {
    /// The five newest events of each of the five most starred repositories of a language.
    public static func gitHub(trending language: String, _ environment: FeedEnvironment) -> Feed<GitHubItem> {
        Feed(TrendingFeed(language: language), environment)
    }
}

/// What happens in the most starred repositories of a language.
struct TrendingFeed: FeedSource {
    let language: String

    var key: FeedKey { .gitHub("trending/" + language.lowercased()) }

    /// A search has no validator and is paid for each time; what follows from it is new whenever it is.
    func accounting(for request: HTTPRequest) -> Accounting {
        request.path?.contains("/search/") == true ? .polled(spacing: 120, validates: false) : .following
    }

    func stored(_ context: FeedContext) throws -> StoredFeed<GitHubItem> {
        StoredFeed(try context.environment.store.snapshot(of: key, limit: context.request.limit))
    }

    func refresh(_ context: RefreshContext<GitHubItem>) -> Observable<RefreshStep<GitHubItem>> {
        context.gitHub.trending(language: language).steps { trending in
            .arrived(trending.events, Progress(done: trending.done, of: trending.total, "repositories"))
        } done: { trending in
            let refresh = Refresh(
                feed: key, items: try trending.events.map { try $0.stored() }, mode: .replace,
                fetchedAt: context.environment.now(), skipped: trending.skipped.count)
            return .done(RefreshResult(refreshes: [refresh], remarks: remarks(trending)))
        }
    }

    func spacing(_ environment: FeedEnvironment) throws -> Double { try GitHubBudget(environment).spacing }

    private func remarks(_ trending: Trending) -> [String] {
        var remarks = trending.failures.map { "\($0.repository): \(FeedError($0.error).message)" }
        if trending.incompleteResults {
            remarks.append("GitHub gave up searching before it was through: more popular repositories may be missing")
        }
        if trending.repositories.isEmpty { remarks.append("GitHub has no repositories in “\(language)”") }
        return remarks
    }
}
