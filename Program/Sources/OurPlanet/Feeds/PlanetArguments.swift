import ArgumentParser
import Feeds

/// `freshet planet [CATEGORY] [--days N]`.
package struct PlanetArguments: FeedArguments {
    package static let abstract = "Natural events by category, from NASA's EONET."
    package static let usage = "freshet planet [CATEGORY] [--days N] [OPTIONS]"
    package static let discussion = """
        Without a category, lists all categories with the number of their events.
        With a category, lists its events, newest first: open events, and events
        closed within the number of days given.

        EONET is slow: the first request can take half a minute.

        EXAMPLES
          freshet planet
          freshet planet wildfires --days 30
        """
    package static let examples = [
        (command: "freshet planet", shows: "natural events of a year, by category"),
        (command: "freshet planet wildfires --days 30", shows: "events of one category"),
    ]
    package static var orderGroups: [(name: String, feed: Feed)] {
        [("All categories", Feed(CategoriesFeed())), ("One category", Feed(CategoryFeed(category: Category.known[0])))]
    }

    @Argument(
        help: ArgumentHelp("A category: \(Category.known.joined(separator: ", ")).", valueName: "category"),
        completion: .list(Category.known))
    var category: String?

    @Option(
        name: .customLong("days"), parsing: .unconditional,
        help: ArgumentHelp("Include events closed in the last n days, 1 to 360.", valueName: "n"))
    var dayCount = 360

    /// All categories, over a year.
    package init() {}

    /// The number of days back.
    package var days: Int? { dayCount }

    /// Checks the category and the days.
    package func validate() throws {
        guard EONET.days.contains(dayCount) else {
            throw ValidationError("--days must be between 1 and 360, not \(dayCount).")
        }
        _ = try feed()
    }

    /// The feed that the arguments name.
    package func feed() throws -> Feed {
        guard let category else { return Feed(CategoriesFeed()) }
        guard Category.known.contains(category) else {
            throw UnknownWord(category, is: "category", among: Category.known).error
        }
        return Feed(CategoryFeed(category: category))
    }
}
