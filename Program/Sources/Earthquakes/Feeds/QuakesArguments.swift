import ArgumentParser
import Feeds

/// `freshet quakes [hour|day|week|month] [--magnitude all|1.0|2.5|4.5|significant]`.
package struct QuakesArguments: FeedArguments {
    package static let abstract = "Earthquakes around the world, from the USGS."
    package static let usage = "freshet quakes [hour|day|week|month] [--magnitude M] [OPTIONS]"
    package static let discussion = """
        Without arguments: earthquakes of magnitude 2.5 and above of the past day.
        Revisions by the USGS appear here, too.

        EXAMPLES
          freshet quakes
          freshet quakes week --magnitude 4.5
          freshet quakes month --magnitude significant --order magnitude
        """
    package static let examples = [
        (command: "freshet quakes week --magnitude 4.5", shows: "earthquakes around the world")
    ]

    private static let periods = SummaryList.Period.allCases.map(\.rawValue)
    private static let magnitudes = SummaryList.MinimumMagnitude.allCases.map(\.rawValue)

    @Argument(
        help: ArgumentHelp("How far back: hour, day, week or month.", valueName: "period"),
        completion: .list(periods))
    var period = SummaryList().period.rawValue

    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("The minimum magnitude: all, 1.0, 2.5, 4.5 or significant.", valueName: "m"),
        completion: .list(magnitudes))
    var magnitude = SummaryList().magnitude.rawValue

    /// Magnitude 2.5 and above of the past day.
    package init() {}

    /// Checks the period and the magnitude.
    package func validate() throws { _ = try feed() }

    /// The feed that the arguments name.
    package func feed() throws -> Feed {
        guard let period = SummaryList.Period(rawValue: period) else {
            throw UnknownWord(period, is: "period", among: Self.periods).error
        }
        guard let magnitude = SummaryList.MinimumMagnitude(rawValue: magnitude) else {
            throw UnknownWord(magnitude, is: "magnitude", among: Self.magnitudes).error
        }
        return Feed(QuakesFeed(SummaryList(period, magnitude)))
    }
}
