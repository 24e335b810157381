import FeedStore
import Feeds

/// The box that changes the settings of a followed feed.
struct FeedBox: Sendable {
    enum Field: Int, CaseIterable, Sendable {
        case name, folder, interval, fullText, stories

        /// The answers that the line can have, by their keys; nil for a line to type in.
        var answers: [(key: Character, words: String)]? {
            switch self {
            case .name, .folder, .interval: nil
            case .fullText: [("y", FeedBox.yes), ("n", "no")]
            case .stories: FollowSettings.Stories.allCases.map { ($0.key, $0.words) }
            }
        }
    }

    let feed: Feed
    let title: String
    /// The fields that the feed has.
    var fields: [Field] {
        Field.allCases.filter { field in
            switch field {
            case .name, .folder, .interval: true
            case .fullText: feed.description.offersFullText
            case .stories: !feed.description.isDiscussion
            }
        }
    }
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
            TextField(settings.loadsFullTexts == true ? Self.yes : "no", isSelected: true),
            TextField((settings.stories ?? .joined).words, isSelected: true),
        ]
    }

    private static let yes = "yes"

    func line(_ field: Field) -> TextField { lines[field.rawValue] }

    /// Whether the event edits the line with the focus or moves its cursor.
    mutating func edit(_ event: InputEvent) -> Bool {
        problem = nil
        guard let answers = focus.answers else { return lines[focus.rawValue].edit(event) }
        guard case .key(.character(let character)) = event else { return false }
        // The space bar goes to the next answer.
        let next = ((answers.firstIndex { $0.words == line(focus).text } ?? 0) + 1) % answers.count
        let chosen =
            character == " " ? answers[next] : answers.first { [$0.key] == Array(character.lowercased()) }
        if let chosen {
            lines[focus.rawValue] = TextField(chosen.words, isSelected: true)
        } else {
            problem = Self.help(answers)
        }
        return true
    }

    private static func help(_ answers: [(key: Character, words: String)]) -> String {
        "Press " + answers.map { "\($0.key) for “\($0.words)”" }.joined(separator: ", ") + "."
    }

    /// Moves the focus, around the ends.
    mutating func move(by number: Int) {
        let fields = fields, count = fields.count
        focus = fields[(((fields.firstIndex(of: focus) ?? 0) + number) % count + count) % count]
    }

    /// The settings as typed; nil if they aren't valid.
    mutating func settings() -> FollowSettings? {
        func text(_ field: Field) -> String { TerminalText(line(field).text).string }
        guard let interval = FollowSettings.PollInterval(words: text(.interval)) else {
            problem = "The interval must be from 1m to 365d, such as 30m, 2h or 1d, or never or default."
            focus = .interval
            return nil
        }
        let stories = FollowSettings.Stories.allCases.first { $0.words == line(.stories).text }
        return FollowSettings(
            name: text(.name), folder: text(.folder), interval: interval,
            loadsFullTexts: fields.contains(.fullText) ? line(.fullText).text == Self.yes : nil,
            stories: fields.contains(.stories) ? stories : nil)
    }
}

extension FollowSettings.Stories {
    /// The name in the box.
    fileprivate var words: String {
        switch self {
        case .joined: "join others"
        case .first: "headline first"
        case .apart: "never join"
        }
    }

    /// The key that chooses it.
    fileprivate var key: Character {
        switch self {
        case .joined: "j"
        case .first: "h"
        case .apart: "n"
        }
    }
}
