import FeedStore
import Feeds
import Search

/// The box that asks for an address to follow.
struct FollowBox: Sendable {
    enum Step: Sendable {
        case typing
        case checking
        case choosing([FeedCandidate], Int)
        case failed(String)
    }

    var field: TextField
    var step = Step.typing

    var isTyping: Bool {
        switch step {
        case .typing, .failed: true
        case .checking, .choosing: false
        }
    }

    init(_ text: String = "") { field = TextField(text) }
}

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
    /// The reason that the settings can't be stored.
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

    /// Edits the line with the focus or moves its cursor; false if the event does neither.
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

/// The box that makes a rule.
struct RuleBox: Sendable {
    enum Step: Sendable {
        case typing
        /// Enter was pressed before the preview has arrived.
        case waiting
        /// The rule would hide a whole feed, and waits for a `y`.
        case confirming
        case adding
    }

    /// The effect of a rule, or the reason that it can't be made.
    enum Effect: Hashable, Sendable {
        /// A sentence, the titles of some of the items that it's about, and the feed of which the rule hides everything.
        case matches(String, titles: [String], hidesAllOf: String? = nil)
        case problem(String)
    }

    var field: TextField
    var step = Step.typing
    /// The result for the line as it was typed last; nil until it arrives.
    var preview: Effect?

    var isTyping: Bool { step == .typing || step == .waiting }

    /// The feed of which the rule would hide everything.
    var hiddenFeed: String? {
        if case .matches(_, _, let feed)? = preview { feed } else { nil }
    }

    /// Handles Enter: adds the rule, or first waits or asks. Stays in the step if the rule can't be added.
    mutating func submit() {
        switch preview {
        case nil: step = .waiting
        case .problem: step = .typing
        case .matches: step = hiddenFeed == nil ? .adding : .confirming
        }
    }

    init(_ text: String) { field = TextField(text) }
}

extension ListedItems.Item {
    /// A rule that mutes its author, or without an author that a search finds, its kind of item.
    var suggestedRule: String {
        let entry = shown.entry
        let author = (entry.author?.name.searchValue).map { "author:" + $0 }
        let kind = "kind:" + (entry.kind.name.searchValue ?? entry.kind.id)
        return "mute \(author ?? kind) in:\(feed.key.address)"
    }
}

/// The box that adds a label to an item, or removes one that it has.
struct LabelBox: Sendable {
    let item: ItemKey
    /// The labels that the item has.
    let labels: [String]
    var field = TextField()
    /// The reason that the label can't be added.
    private(set) var problem: String?

    init(_ item: ListedItems.Item) {
        self.item = item.key
        labels = item.shown.labels
    }

    /// True if the item has a label with the typed name.
    var removes: Bool { labels.contains { LabelName.folded($0) == LabelName.folded(field.text) } }

    /// The change as typed; nil if the text can't be the name of a label.
    mutating func change() -> ReaderEffect? {
        guard let name = LabelName.checked(field.text) else {
            problem = LabelName.requirement
            return nil
        }
        return .label(item, name, isAdded: !labels.contains { LabelName.folded($0) == LabelName.folded(name) })
    }

    /// Edits the line or moves its cursor; false if the event does neither.
    mutating func edit(_ event: InputEvent) -> Bool {
        problem = nil
        return field.edit(event)
    }
}
