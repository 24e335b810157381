import ArgumentParser
import FeedStore
import Feeds
import Platform
import WebText

/// A line for scripts: text with fields such as `{title}`, and `\t` and `\n`.
struct ItemFormat: Sendable, Hashable {
    /// A property of an item.
    enum Field: String, CaseIterable, Sendable {
        case id, feed, title, url, discussion, date, author, source, kind, summary, tags, enclosures, state, saved,
            labels, story
    }

    private enum Part: Hashable, Sendable {
        case text(String)
        case field(Field)
    }

    private var parts: [Part] = []

    /// Fails with a `ValidationError` that names the fields.
    init(_ format: String) throws {
        var text = ""
        var rest = format[...]
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                guard let escaped = rest.popFirst() else { throw Self.error("\\") }
                switch escaped {
                case "t": text.append("\t")
                case "n": text.append("\n")
                case "\\", "{", "}": text.append(escaped)
                default: throw Self.error("\\\(escaped)")
                }
            case "{":
                let name = rest.prefix { $0 != "}" }
                guard name.endIndex < rest.endIndex else {
                    throw ValidationError("--format has no } after {\(name). Write \\{ for a brace.")
                }
                guard let field = Field(rawValue: String(name)) else { throw Self.error("{\(name)}") }
                rest = rest[name.endIndex...].dropFirst()
                parts += [.text(text), .field(field)]
                text = ""
            default: text.append(character)
            }
        }
        parts.append(.text(text))
    }

    /// The line of an item. Values have neither control characters nor line feeds.
    func line(_ item: ListedItems.Item) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let field): TerminalText(Self.value(of: field, item)).string
            }
        }.joined()
    }

    private static func value(of field: Field, _ item: ListedItems.Item) -> String {
        let entry = item.shown.entry
        return switch field {
        case .id: entry.id
        case .feed: item.feed.key.address
        case .title: entry.plainTitle
        case .url: entry.webAddress ?? ""
        case .discussion: entry.discussionAddress ?? ""
        case .date: entry.date?.internetDateTime ?? ""
        case .author: entry.author?.name ?? ""
        case .source: entry.source ?? ""
        case .kind: entry.kind.id
        case .summary: entry.summary
        case .tags: entry.tags.joined(separator: ",")
        case .enclosures: entry.enclosures.map(\.url.absoluteString).joined(separator: " ")
        case .state: item.shown.isUnread ? "unread" : "read"
        case .saved: item.shown.isSaved ? "saved" : ""
        case .labels: item.shown.labels.joined(separator: ",")
        case .story: item.story?.othersWords ?? ""
        }
    }

    private static func error(_ word: String) -> ValidationError {
        let fields = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
        return ValidationError("--format doesn't know \(word). Use \(fields), \\t and \\n.")
    }
}

/// The option of the commands that print items.
struct FormatOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("Print each item as a line with {title}, {url}, {id} and other fields.", valueName: "format")
    )
    var format: String?

    func validate() throws { _ = try format.map { try ItemFormat($0) } }

    /// The format; nil if none was given.
    var parsed: ItemFormat? { format.flatMap { try? ItemFormat($0) } }  // Can't fail: validate() has parsed it.
}
