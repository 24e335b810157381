import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import WebText

/// The five newest events of each of the five most starred repositories of a language: `github/trending/swift`.
package struct TrendingFeed: MultiRequestFeed {
    package typealias Item = GitHubItem

    /// The language as in the addresses of GitHub's pages, in lowercase.
    package let language: String

    /// The feed of a language.
    package init(language: String) { self.language = language.lowercased() }

    package init?(path: [String]) {
        guard path.count == 3, path[0] == Upstream.gitHub.id, path[1] == "trending", GitHub.isLanguage(path[2])
        else { return nil }
        self.init(language: path[2].onOneLine)
    }

    /// Reads the address of GitHub's trending page, of a language or without one.
    package init?(pasted text: String) {
        guard let url = URLComponents(string: text.contains("://") ? text : "https://" + text),
            url.host?.lowercased() == "github.com", !text.namesFeedDocument
        else { return nil }
        let path = url.path.split(separator: "/").map(String.init)
        if path == ["trending"] { self = .usual } else { self.init(path: [Upstream.gitHub.id] + path) }
    }

    /// The feed for addresses without a language.
    static let usual = TrendingFeed(language: "swift")

    package static var example: [String] { Self.usual.path }
    package var path: [String] { [Upstream.gitHub.id, "trending", language] }

    package static var upstream: Upstream { .gitHub }
    package var title: String { "Trending in \(Language.name(of: language))" }
    package var summary: String { "Activity in the most starred \(Language.name(of: language)) repositories." }
    package var emptyMessage: String { "GitHub has no repositories in this language." }

    package var controls: FeedControls {
        var controls = FeedControls.gitHubEvents
        controls.parameter = FeedControls.Parameter(
            "language", label: "Another language", placeholder: "haskell", path: [Upstream.gitHub.id, "trending"])
        return controls
    }
    package static var columns: [EntryColumn] { EntryColumn.gitHub }

    /// Other languages.
    package var menu: [MenuLink] {
        let languages = Language.offered.contains(language) ? Language.offered : [language] + Language.offered
        return languages.map { MenuLink(Feed(TrendingFeed(language: $0)), name: Language.name(of: $0)) }
    }

    /// Searches have no validators and always count. The requests that follow a new search are allowed with it.
    package func policy(for request: HTTPRequest, _ purpose: RequestPurpose) -> RequestPolicy {
        switch purpose {
        case .search: .polled(spacing: 120, validates: false).counted(in: "search")
        case .pullRequest: .pullRequest(request)
        default: .following
        }
    }

    package var requestsPerRefresh: Int { 5 }

    package func refresh(_ context: RefreshContext) -> Observable<RefreshStep> {
        let steps = context.gitHub.trending(language: language).steps { trending in
            EventStep.arrived(trending.events, Progress(done: trending.done, of: trending.total, "repositories"))
        } done: { trending in
            // Keeps the events of repositories that failed or that an incomplete search left out.
            let keepsStored = !trending.isComplete
            let failure = failure(trending)
            return .done(trending.events, keepsStored: keepsStored, isPart: failure != nil) { titled in
                let refresh = FeedUpdate(
                    feed: key, items: try titled.map { try $0.stored() }, mode: keepsStored ? .merge : .replace,
                    fetchedAt: context.now, skipped: trending.skipped.count)
                return RefreshResult([refresh], remarks: remarks(trending), error: failure)
            }
        }
        return PullRequestTitles(key: key, context: context).added(to: steps)
    }

    private func remarks(_ trending: Trending) -> [String] {
        var remarks: [String] = []
        if trending.incompleteResults {
            remarks.append("GitHub's search timed out, so more popular repositories may be missing.")
        }
        if trending.repositories.isEmpty { remarks.append("GitHub has no repositories in “\(language)”.") }
        return remarks
    }

    private func failure(_ trending: Trending) -> FeedError? {
        guard let first = trending.failures.first else { return nil }
        let names = trending.failures.map(\.repository.description).joined(separator: ", ")
        return .partial("\(trending.failures.count) of \(trending.total) repositories (\(names))", first.error)
    }
}
