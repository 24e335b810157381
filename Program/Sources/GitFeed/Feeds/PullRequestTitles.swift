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
    /// The time in seconds after which a refresh fetches no further title.
    private static let duration: Double = 5

    let key: FeedKey
    let context: RefreshContext

    func added(to steps: Observable<EventStep>) -> Observable<RefreshStep> {
        let stored = context.stored.items.compactMap { $0.item as? GitHubItem }
        return steps.flatMap { step -> Observable<RefreshStep> in
            switch step {
            case .arrived(let events, let progress, let read):
                .just(.arrived(events.map(TitleBook(stored).titled), progress, read: read))
            case .done(let events, let keepsStored, let isPart, let result):
                try titled(events, keepsStored ? stored : [], try titles(known: stored, events), isPart: isPart, result)
            }
        }
    }

    private func titled(
        _ events: [GitHubItem], _ kept: [GitHubItem], _ book: TitleBook, isPart: Bool,
        _ makeResult: @escaping @Sendable ([GitHubItem]) throws -> RefreshResult
    ) throws -> Observable<RefreshStep> {
        let ids = Set(events.map(\.id))
        let kept = kept.filter { !ids.contains($0.id) }
        return try titles(for: newest(of: events + kept), book, isPart: isPart).map { book in
            var result = try makeResult((events + kept.filter(book.isNew)).map(book.titled))
            if let failure = book.failure {
                result.remarks.append("Some pull requests are shown without their titles: \(failure.message).")
            }
            return .done(result)
        }
    }

    /// The stored titles, including those of events beyond the request's limit and of other feeds.
    private func titles(known stored: [GitHubItem], _ events: [GitHubItem]) throws -> TitleBook {
        var book = TitleBook(stored)
        let missing = events.filter(book.lacksTitle).map(\.id)
        if missing.isEmpty { return book }
        let known = try context.environment.store.items(of: key, ids: missing)
        book.add(
            known.compactMap { item in
                do { return try GitHubItem(payload: item.payload) } catch { return nil }  // stored by a later version
            })
        return book
    }

    /// The newest events, up to the request's limit.
    private func newest(of events: [GitHubItem]) -> [GitHubItem] {
        Array(events.sorted(by: GitHubItem.newestFirst).prefix(context.request.limit))
    }

    /// The known titles, including newly fetched ones.
    private func titles(for events: [GitHubItem], _ book: TitleBook, isPart: Bool) throws -> Observable<TitleBook> {
        var wanted: [PullRequest] = []
        for event in events where book.lacksTitle(event) {
            if let pullRequest = event.pullRequest, !wanted.contains(pullRequest) { wanted.append(pullRequest) }
        }
        if wanted.isEmpty || isPart || context.token == nil { return .just(book) }
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

/// The known titles of pull requests.
struct TitleBook: Sendable {
    private struct Name: Hashable {
        let repository: String
        let number: Int

        init(_ pullRequest: PullRequest) {
            repository = pullRequest.repository.lowercased()
            number = pullRequest.number
        }
    }

    private var titles: [Name: PullRequestText] = [:]
    /// The error that ended the requests for titles.
    private(set) var failure: FeedError?

    /// Collects the titles of these events.
    init(_ events: [GitHubItem]) { add(events) }

    mutating func add(_ events: [GitHubItem]) {
        for pullRequest in events.compactMap(\.pullRequest) {
            guard let title = pullRequest.title else { continue }
            titles[Name(pullRequest)] = PullRequestText(title: title, body: pullRequest.body)
        }
    }

    func with(_ title: PullRequestText, for pullRequest: PullRequest) -> TitleBook {
        var book = self
        book.titles[Name(pullRequest)] = title
        return book
    }

    func ended(by failure: FeedError) -> TitleBook {
        var book = self
        book.failure = failure
        return book
    }

    /// The event with the title of its pull request, if it is known.
    func titled(_ event: GitHubItem) -> GitHubItem {
        event.pullRequest.flatMap { titles[Name($0)] }.map(event.titled) ?? event
    }

    /// True if the event's pull request has no known title.
    func lacksTitle(_ event: GitHubItem) -> Bool {
        event.pullRequest.map { $0.title == nil && titles[Name($0)] == nil } ?? false
    }

    /// True if the title is known but not part of the event yet.
    func isNew(for event: GitHubItem) -> Bool {
        event.pullRequest.map { $0.title == nil && titles[Name($0)] != nil } ?? false
    }
}
