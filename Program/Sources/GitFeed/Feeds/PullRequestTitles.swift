import FeedStore
import Feeds
import Freshet
import FreshetHTTP
import Platform

/// Adds the titles of pull requests to a refresh of GitHub's events.
///
/// Stored titles are reused. With a token, titles of the newest shown items are fetched: a few per refresh, one after another, while more
/// than half of GitHub's rate limit is left. Without a token, the 60 requests an hour are reserved for refreshes. A title that can't be
/// fetched adds a remark, and the feed stays fresh.
struct PullRequestTitles: Sendable {
    /// The maximum number of titles to fetch per refresh.
    private static let maximumRequests = 5
    /// After so many seconds no further title is fetched in the same refresh.
    private static let duration: Double = 5

    let key: FeedKey
    let context: RefreshContext

    func added(to steps: Observable<RefreshStep>) -> Observable<RefreshStep> {
        let stored = context.stored.items.compactMap { $0.item as? GitHubItem }
        return steps.flatMap { step -> Observable<RefreshStep> in
            switch step {
            case .arrived(let items, let progress, let seen):
                let titles = TitleBook(stored)
                let titled = items.map { item in (item as? GitHubItem).map { titles.titled($0) } ?? item }
                return .just(.arrived(titled, progress, seen: seen))
            case .done(let result): return try completed(result, stored)
            }
        }
    }

    private func completed(_ result: RefreshResult, _ stored: [GitHubItem]) throws -> Observable<RefreshStep> {
        guard let index = result.refreshes.firstIndex(where: { $0.feed == key }) else { return .just(.done(result)) }
        let refresh = result.refreshes[index]
        let fetched = try refresh.items.map { try GitHubItem(payload: $0.payload) }
        var book = TitleBook(stored)
        let missing = fetched.filter { book.lacksTitle($0) }.map(\.id)
        if !missing.isEmpty {
            // Items beyond the limit, and of other feeds.
            let known = try context.environment.store.items(of: key, ids: missing)
            let shown = context.environment.catalog.feed(key)?.shown(known) ?? []
            book.add(shown.compactMap { $0.item as? GitHubItem })
        }
        let kept = refresh.mode == .merge ? stored : []
        return try titles(for: shown(fetched, kept), book, isPart: result.error != nil).map { book in
            var result = result
            result.refreshes[index].items = try zip(refresh.items, fetched).map { item, event in
                book.lacksTitle(event) ? item : try book.titled(event).stored(rank: item.rank)
            }
            let ids = Set(fetched.map(\.id))
            result.refreshes[index].items += try kept.filter { !ids.contains($0.id) && book.isNew(for: $0) }
                .map { try book.titled($0).stored() }
            if let failure = book.failure {
                result.remarks.append("Some pull requests are shown without their titles: \(failure.message).")
            }
            return .done(result)
        }
    }

    /// The newest events, up to the request's limit.
    private func shown(_ fetched: [GitHubItem], _ stored: [GitHubItem]) -> [GitHubItem] {
        let ids = Set(fetched.map(\.id))
        let all = (fetched + stored.filter { !ids.contains($0.id) }).sorted(by: GitHubItem.newestFirst)
        return Array(all.prefix(context.request.limit))
    }

    /// The known titles, including those fetched now.
    private func titles(for events: [GitHubItem], _ book: TitleBook, isPart: Bool) throws -> Observable<TitleBook> {
        var wanted: [PullRequest] = []
        for event in events where book.lacksTitle(event) {
            if let pullRequest = event.pullRequest, !wanted.contains(pullRequest) { wanted.append(pullRequest) }
        }
        if wanted.isEmpty || isPart || context.environment.token(for: .gitHub) == nil { return .just(book) }
        let spare = try context.spareRequests(of: .gitHub, at: context.gitHub.baseURL, atMost: Self.maximumRequests)
        return fetched(wanted.prefix(spare), book, until: context.now + Self.duration)
    }

    /// Fetches one title after another until one fails or the time is up.
    private func fetched(
        _ wanted: ArraySlice<PullRequest>, _ book: TitleBook, until end: Date
    ) -> Observable<TitleBook> {
        guard let next = wanted.first, let repository = RepositoryName(next.repository), context.now < end else {
            return .just(book)
        }
        return context.gitHub.text(ofPullRequest: next.number, in: repository).asObservable()
            .map { book.with($0, for: next) }
            .catch { error in
                switch error {
                case let error as FeedStoreError: throw error
                // An empty title is stored, so that it isn't requested again.
                case GitHubError.notFound, GitHubError.gone, GitHubError.blocked:
                    return .just(book.with(PullRequestText(title: "", body: nil), for: next))
                default: return .just(book.ended(by: FeedError(error)))
                }
            }
            .flatMap { book in book.failure == nil ? fetched(wanted.dropFirst(), book, until: end) : .just(book) }
    }
}
