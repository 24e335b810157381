import Feeds
import GitFeed
import News
import OurPlanet

/// The feeds of the tests.
extension Feed {
    static let harbor = Feed(RepositoryFeed(RepositoryName("octo-sample/harbor")!))
    static let trending = Feed(TrendingFeed(language: "swift"))
    static let repositories = Feed(RepositoriesFeed())
    static let categories = Feed(CategoriesFeed())
    static let wildfires = Feed(CategoryFeed(category: "wildfires"))
    static let news = Feed(StoriesFeed(list: .top))
    static let thread = Feed(ThreadFeed(story: 8863))

    static func repository(_ name: String) -> Feed { Feed(RepositoryFeed(RepositoryName(name)!)) }

    static let all: [Feed] = [harbor, trending, repositories, categories, wildfires, news]
}
