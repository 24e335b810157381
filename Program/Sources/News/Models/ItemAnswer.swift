/// The answer for an item's number.
package enum ItemAnswer: Sendable, Hashable {
    /// A story.
    case story(Story)
    /// No story, for this reason.
    case absent(Absence)
}

/// Why a number has no story.
///
/// Request it again next time: some items appear later.
package enum Absence: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
    /// `null`: unknown, not available yet, or removed.
    case null
    /// Deleted by its author.
    case deleted
    /// Hidden by moderators, software or users.
    case dead
    /// A comment, or an option of a poll.
    case notAStory

    /// The reason in words.
    package var description: String {
        switch self {
        case .null: "no item has this number yet"
        case .deleted: "deleted by its author"
        case .dead: "hidden by Hacker News"
        case .notAStory: "a comment or an option of a poll, not a story"
        }
    }
}
