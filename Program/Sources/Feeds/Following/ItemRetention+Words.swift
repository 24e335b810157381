import FeedStore
import Search
import WebText

extension ItemRetention {
    /// The valid values, for messages.
    package static let help = """
        Use a number of items from 20 to 1000000, such as 5000; days, such as 365d; both, such as 5000,365d; or use all or \
        default.
        """

    /// The words that options accept: `5000`, `365d`, `5000,365d`, `all`, `default`.
    package var words: String {
        if days == Self.all.days { return "all" }
        let parts = [items.map(String.init), days.map { "\($0)d" }].compactMap { $0 }
        return parts.isEmpty ? "default" : parts.joined(separator: ",")
    }

    /// Reads a number of items, a number of days or weeks, or both: `5000`, `365d`, `5000,365d`. `all` keeps everything, and
    /// `default` what is kept of all feeds.
    ///
    /// Nil for anything else, and for numbers beyond ``itemRange`` and ``dayRange``.
    package init?(words: String) {
        switch words {
        case "all": self = .all
        case "default": self = ItemRetention()
        default:
            self.init()
            for part in words.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) {
                if let number = Int(part) {
                    guard items == nil, Self.itemRange.contains(number) else { return nil }
                    items = number
                } else {
                    guard days == nil, let seconds = TimeSpan.seconds(part), seconds % 86_400 == 0,
                        Self.dayRange.contains(seconds / 86_400)
                    else { return nil }
                    days = seconds / 86_400
                }
            }
        }
    }
}
