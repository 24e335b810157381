import Feeds
import WebText

extension Feed {
    /// The path of the feed's page, percent-encoded.
    var address: String { Self.address(path) }

    /// The path of the page of the feed with that path.
    static func address(_ path: [String]) -> String {
        let text = "/" + path.map(\.percentEncoded).joined(separator: "/")
        guard let suffix = Target.Suffix.allCases.first(where: { text.hasSuffix($0.rawValue) }) else { return text }
        // A written dot would begin another form of the feed.
        return text.dropLast(suffix.rawValue.count) + "%2E" + suffix.rawValue.dropFirst()
    }

    /// Whether the page hides items by the days chosen; otherwise the server counts them anew.
    ///
    /// Items on a map have the dates by which they are hidden. Counts don't.
    var filtersDaysOnPage: Bool { controls.days != nil && controls.showsMap }
}
