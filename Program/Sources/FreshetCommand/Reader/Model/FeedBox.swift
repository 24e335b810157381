import FeedStore
import Feeds

/// The box that changes the settings of a followed feed.
struct FeedBox: Sendable {
    enum Field: Int, CaseIterable, Sendable {
        case name, folder, interval, fullText
    }

    let feed: Feed
    let title: String
    /// The fields that the feed has.
    var fields: [Field] { Field.allCases.filter { $0 != .fullText || feed.description.offersFullText } }
    private var lines: [TextField]
    private(set) var focus = Field.name
    /// Why the settings can't be stored.
    private(set) var problem: String?

    init(_ followed: FollowedFeed) {
        feed = followed.feed
        title = followed.title
        let settings = followed.settings
        lines = [
            TextField(settings.name ?? ""), TextField(settings.folder ?? ""),
            // Another interval has nothing in common with the present one.
            TextField(settings.interval?.words ?? "default", isSelected: true),
            Self.answer(settings.loadsFullTexts == true),
        ]
    }

    /// The line of a question, which `y` and `n` answer.
    private static func answer(_ isYes: Bool) -> TextField { TextField(isYes ? yes : no, isSelected: true) }

    private static let (yes, no) = ("yes", "no")

    func line(_ field: Field) -> TextField { lines[field.rawValue] }

    /// Whether the event edits the line with the focus or moves its cursor.
    mutating func edit(_ event: InputEvent) -> Bool {
        problem = nil
        if focus == .fullText, case .key(.character(let character)) = event {
            switch character {
            case "y", "Y": lines[focus.rawValue] = Self.answer(true)
            case "n", "N": lines[focus.rawValue] = Self.answer(false)
            case " ": lines[focus.rawValue] = Self.answer(line(focus).text != Self.yes)
            default: problem = Self.fullTextHelp
            }
            return true
        }
        return focus == .fullText ? false : lines[focus.rawValue].edit(event)
    }

    private static let fullTextHelp = "Press y to load full texts as you open items, or n."

    /// Moves the focus, around the ends.
    mutating func move(by number: Int) {
        let count = fields.count
        focus = Field(rawValue: ((focus.rawValue + number) % count + count) % count) ?? .name
    }

    /// The settings as typed; nil if they aren't valid.
    mutating func settings() -> FollowSettings? {
        func text(_ field: Field) -> String { TerminalText(line(field).text).string }
        guard let interval = FollowSettings.PollInterval(words: text(.interval)) else {
            problem = "The interval must be from 1m to 365d, such as 30m, 2h or 1d, or never or default."
            focus = .interval
            return nil
        }
        guard fields.contains(.fullText) else {
            return FollowSettings(name: text(.name), folder: text(.folder), interval: interval)
        }
        return FollowSettings(
            name: text(.name), folder: text(.folder), interval: interval,
            loadsFullTexts: line(.fullText).text == Self.yes)
    }
}
