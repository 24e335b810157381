import GitFeed
import News
import OurPlanet

/// Which feed a page or a document shows; its ``path`` is the feed's address for people and, below `/api`, for programs.
enum FeedAddress: Sendable, Hashable {
    /// `/github/OWNER/REPO`
    case repository(RepositoryName)
    /// `/github/trending/swift`
    case trending(String)
    /// `/github/repositories`
    case repositories
    /// `/planet`
    case planet
    /// `/planet/wildfires`
    case category(String)
    /// `/news/top`
    case news(HackerNews.List)

    /// Reads the parts of a path, without their percent encoding; nil where no feed has that address.
    init?(_ parts: [String]) {
        switch (parts.count, parts.first) {
        case (2, "github") where parts[1] == "repositories": self = .repositories
        case (3, "github") where parts[1] == "trending":
            guard GitHub.isLanguage(parts[2]) else { return nil }
            self = .trending(parts[2].lowercased())
        case (3, "github"):
            guard let name = RepositoryName(parts[1] + "/" + parts[2]) else { return nil }
            self = .repository(name)
        case (1, "planet"): self = .planet
        case (2, "planet") where Category.known.contains(parts[1]): self = .category(parts[1])
        case (2, "news"):
            guard let list = HackerNews.List(rawValue: parts[1]) else { return nil }
            self = .news(list)
        default: return nil
        }
    }

    /// The parts of the path, without percent encoding.
    var parts: [String] {
        switch self {
        case .repository(let name): ["github"] + name.description.split(separator: "/").map(String.init)
        case .trending(let language): ["github", "trending", language]
        case .repositories: ["github", "repositories"]
        case .planet: ["planet"]
        case .category(let category): ["planet", category]
        case .news(let list): ["news", list.rawValue]
        }
    }

    /// Whether the feed is of the days that are asked for.
    var hasDays: Bool {
        switch self {
        case .planet, .category: true
        default: false
        }
    }
}
