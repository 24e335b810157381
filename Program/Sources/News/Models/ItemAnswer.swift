/// What the upstream has under an item's number.
public enum ItemAnswer: Sendable, Hashable {
    /// Something to show.
    case story(Story)
    /// Nothing to show, and why.
    case absent(Absence)
}

/// Why there is nothing to show under an item's number.
///
/// Ask again next time: some are served later.
public enum Absence: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
    /// `null`: not known, not served yet, or taken away.
    case null
    /// Deleted by its author.
    case deleted
    /// Hidden by the moderators, software or other people.
    case dead
    /// A comment, or an option of a poll.
    case notAStory

    /// The reason in words.
    public var description: String {
        switch self {
        case .null: "the server has nothing under this number yet"
        case .deleted: "deleted by its author"
        case .dead: "hidden by Hacker News"
        case .notAStory: "a comment or an option of a poll, not a story"
        }
    }
}
