import GitFeed
import News
import OurPlanet

extension FeedAddress {
    /// The feed's name for people.
    var title: String {
        switch self {
        case .repository(let name): name.description
        case .trending(let language): "Trending in \(Language.name(of: language))"
        case .repositories: "All repositories"
        case .planet: "Natural events"
        case .category(let id): Self.categoryName(id)
        case .news(let list): list.title
        }
    }

    /// What a reader finds there, in a sentence.
    var summary: String {
        switch self {
        case .repository: "What happens in this repository on GitHub."
        case .trending(let language): "What happens in the most starred \(Language.name(of: language)) repositories."
        case .repositories: "Public repositories of GitHub, the oldest first."
        case .planet: "What NASA’s EONET sees happening on Earth, by category."
        case .category: "Open now, or closed within the days below; from NASA’s EONET."
        case .news(let list): list.summary
        }
    }

    /// The first part of the feed's key, by which marks are kept: `github`, `planet`, `news`.
    var upstream: String { parts[0] }

    /// What the rows of the feed begin with, for the style sheet; with a space before it.
    var listClass: HTML {
        switch self {
        case .repository, .trending, .repositories: " with-portraits"
        case .planet: " with-counts"
        case .category: " with-shapes"
        case .news: " with-points"
        }
    }

    /// The world that the feed belongs to.
    var world: World {
        switch self {
        case .repository, .trending, .repositories: .gitHub
        case .planet, .category: .planet
        case .news: .news
        }
    }

    /// `seaLakeIce` → `Sea and Lake Ice`: the upstream's names.
    static func categoryName(_ id: String) -> String {
        switch id {
        case "drought": "Drought"
        case "dustHaze": "Dust and Haze"
        case "earthquakes": "Earthquakes"
        case "floods": "Floods"
        case "landslides": "Landslides"
        case "manmade": "Manmade"
        case "seaLakeIce": "Sea and Lake Ice"
        case "severeStorms": "Severe Storms"
        case "snow": "Snow"
        case "tempExtremes": "Temperature Extremes"
        case "volcanoes": "Volcanoes"
        case "waterColor": "Water Color"
        case "wildfires": "Wildfires"
        default: id
        }
    }
}

extension HackerNews.List {
    /// The list's name for people.
    var title: String {
        switch self {
        case .top: "Top stories"
        case .new: "New stories"
        case .best: "Best stories"
        case .ask: "Ask HN"
        case .show: "Show HN"
        case .jobs: "Jobs"
        }
    }

    /// The list's name among the other lists.
    var name: String {
        switch self {
        case .top: "Top"
        case .new: "New"
        case .best: "Best"
        case .ask: "Ask"
        case .show: "Show"
        case .jobs: "Jobs"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .top: "The front page of Hacker News."
        case .new: "What was posted on Hacker News last."
        case .best: "The best of the last days on Hacker News."
        case .ask: "Questions to the readers of Hacker News."
        case .show: "What readers of Hacker News have made."
        case .jobs: "Jobs at companies of Y Combinator."
        }
    }
}
