import FeedStore
import Feeds
import Freshet

/// A feed of whatever items, as pages and documents look at it.
struct LiveFeed: Sendable {
    /// The feed's name in the store.
    let key: FeedKey
    /// One look, on the scheduler of the environment that is given.
    private let looking: @Sendable (FeedRequest) -> Observable<LiveState>
    private let watching: @Sendable (FeedRequest, Observable<Void>) -> Observable<LiveState>

    /// The feed at an address; `days` counts only where the feed is of some days.
    init(_ address: FeedAddress, days: Int, _ environment: FeedEnvironment) {
        switch address {
        case .repository(let name): self.init(.gitHub(name, environment), LiveState.gitHub)
        case .trending(let language): self.init(.gitHub(trending: language, environment), LiveState.gitHub)
        case .repositories: self.init(.gitHubRepositories(environment), LiveState.gitHub)
        case .planet: self.init(.planet(days: days, environment), LiveState.categories)
        case .category(let category):
            self.init(.planet(category: category, days: days, environment), LiveState.events)
        case .news(let list): self.init(.news(list, environment), LiveState.stories)
        }
    }

    private init<Item>(_ feed: Feed<Item>, _ wrap: @escaping @Sendable (FeedState<Item>) -> LiveState) {
        key = feed.key
        looking = { feed.look($0).map(wrap) }
        watching = { feed.watch($0, refresh: $1).map(wrap) }
    }

    /// One look at the feed.
    func look(_ request: FeedRequest) -> Observable<LiveState> { looking(request) }

    /// The feed as long as anybody watches; `refresh` insists.
    func watch(_ request: FeedRequest, refresh: Observable<Void>) -> Observable<LiveState> {
        watching(request, refresh)
    }

    /// What is stored.
    func stored(limit: Int) async throws -> LiveState {
        try await look(FeedRequest(limit: limit, mode: .offline)).take(1).asSingle().value
    }
}
