import Feeds
import GitFeed
import News
import OurPlanet

/// A feed's state, whatever its items are.
enum LiveState: Sendable {
    /// Events of repositories, or repositories.
    case gitHub(FeedState<GitHubItem>)
    /// The categories of natural events.
    case categories(FeedState<CategorySummary>)
    /// The natural events of one category.
    case events(FeedState<NaturalEvent>)
    /// The stories of a list.
    case stories(FeedState<Story>)
}
