import FeedStore
import Feeds
import Foundation
import Freshet
import GitFeed
import News
import OurPlanet

/// A feed with the environment that a test looks at it in.
struct Subject: Sendable {
    let feed: Feed
    let environment: FeedEnvironment
    var days: Int?

    init(_ feed: some FeedDescription, _ environment: FeedEnvironment, days: Int? = nil) {
        self.feed = Feed(feed)
        self.environment = environment
        self.days = days
    }

    static func gitHub(_ repository: RepositoryName, _ environment: FeedEnvironment) -> Subject {
        Subject(RepositoryFeed(repository), environment)
    }

    static func gitHub(trending language: String, _ environment: FeedEnvironment) -> Subject {
        Subject(TrendingFeed(language: language), environment)
    }

    static func gitHubRepositories(_ environment: FeedEnvironment) -> Subject {
        Subject(RepositoriesFeed(), environment)
    }

    static func news(_ list: HackerNews.List, _ environment: FeedEnvironment) -> Subject {
        Subject(StoriesFeed(list: list), environment)
    }

    static func planet(days: Int, _ environment: FeedEnvironment) -> Subject {
        Subject(CategoriesFeed(), environment, days: days)
    }

    static func planet(category: String, days: Int, _ environment: FeedEnvironment) -> Subject {
        Subject(CategoryFeed(category: category), environment, days: days)
    }

    var key: FeedKey { feed.key }

    func request(limit: Int = 50, _ mode: FeedRequest.Mode = .scheduled, _ order: ItemOrder? = nil) -> FeedRequest {
        FeedRequest(limit: limit, mode: mode, order: order, days: days)
    }

    func load(_ request: FeedRequest = FeedRequest()) -> Observable<FeedState> { feed.load(request, in: environment) }

    func watch(_ request: FeedRequest = FeedRequest(), refresh: Observable<Void> = .never()) -> Observable<FeedState> {
        feed.watch(request, refresh: refresh, in: environment)
    }

    /// All states of a load.
    func states(
        limit: Int = 50, _ mode: FeedRequest.Mode = .scheduled, order: ItemOrder? = nil
    ) async throws -> [FeedState] {
        var states: [FeedState] = []
        for try await state in load(request(limit: limit, mode, order)).values { states.append(state) }
        return states
    }

    /// The state that a load ends with.
    @discardableResult
    func last(limit: Int = 50, _ mode: FeedRequest.Mode = .scheduled, order: ItemOrder? = nil) async throws -> FeedState
    {
        try await states(limit: limit, mode, order: order).last!
    }
}

extension FeedEnvironment {
    /// The saved items by id, also those that no feed lists any more.
    func savedEntries() throws -> [String: Entry] {
        let saved = try items(ItemSelection(.all, isSaved: true), limit: nil).items
        return Dictionary(uniqueKeysWithValues: saved.map { ($0.shown.entry.id, $0.shown.entry) })
    }
}

extension FeedState {
    var ids: [String] { items.map(\.entry.id) }
    var dates: [Date] { items.compactMap(\.entry.date) }
    var unread: [String] { items.filter(\.isUnread).map(\.entry.id) }
    var progress: Feeds.Progress? { freshness.progress }

    /// The items in their upstream's own shape.
    func all<Item: FeedItem>(_: Item.Type) -> [Item] { items.compactMap { $0.item as? Item } }
}
