import ArgumentParser
import Feeds
import OurPlanet

/// `freshet planet`.
struct PlanetCommand: SurroundedCommand {
    static let configuration = CommandConfiguration(
        commandName: "planet",
        abstract: "Natural events by category, from NASA's EONET.",
        usage: "freshet planet [CATEGORY] [--days N] [OPTIONS]",
        discussion: """
            Without a category: all categories with the number of their events.
            With one: its events, the newest first. Open events are shown always,
            closed ones if they were closed within the last days.

            EONET is slow: the first look may take half a minute.

            EXAMPLES
              freshet planet
              freshet planet wildfires --days 30

            \(ExitStatus.help)
            """)

    @Argument(help: ArgumentHelp("A category: \(Category.known.joined(separator: ", ")).", valueName: "category"))
    var category: String?

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Closed events of the last n days, 1 to 360.", valueName: "n"))
    var days = 360

    @OptionGroup var options: FeedOptions

    func validate() throws {
        guard (1...360).contains(days) else {
            throw ValidationError("--days \(days) is out of range: give a number from 1 to 360")
        }
        if let category, !Category.known.contains(category) {
            throw ValidationError(
                "there is no category “\(category)”; " + Suggestion(for: category, among: Category.known).sentence)
        }
    }

    func run(in surroundings: Surroundings) throws {
        let session = try FeedSession(options, surroundings)
        if let category {
            try session.run(.planet(category: category, days: days, session.environment), defaultLimit: 50)
        } else {
            try session.run(.planet(days: days, session.environment), defaultLimit: 50)
        }
    }
}
