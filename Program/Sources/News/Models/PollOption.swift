/// An option of a poll.
///
/// The encoded form is stored, so the names of its properties are fixed.
package struct PollOption: Sendable, Hashable, Codable {
    /// The text in Hacker News' HTML. Sanitize it before showing it.
    package let text: String
    /// The points.
    package let score: Int?

    /// Creates an option.
    package init(text: String, score: Int?) {
        self.text = text
        self.score = score
    }
}

extension [PollOption] {
    /// The options as a list in markup, each with its points.
    var markup: String {
        let items = map { option in
            let points = option.score.map { " (\($0) \($0 == 1 ? "point" : "points"))" } ?? ""
            return "<li>\(option.text)\(points)</li>"
        }
        return "<ul>\(items.joined())</ul>"
    }
}
