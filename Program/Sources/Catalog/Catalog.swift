import Earthquakes
import Feeds
import GitFeed
import News
import OurPlanet
import WebFeeds

extension FeedCatalog {
    /// Every upstream that the program knows: the one list of all kinds of feed.
    package static let all = FeedCatalog([.gitHub, .planet, .news, .quakes, .web])
}
