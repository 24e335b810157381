import ArgumentParser
import FeedStore
import Feeds
import Platform
import Search
import WebText

/// The options of every command that reads the store.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: "Write JSON instead of text.")
    var json = false

    @Flag(name: .long, help: "Only append lines, for screen readers. Never repaint.")
    var plain = false

    @Option(name: .long, help: ArgumentHelp("Use color: auto, always or never.", valueName: "when"))
    var color: ColorChoice?

    @Option(name: .long, help: ArgumentHelp("Keep the store in this folder.", valueName: "dir"), completion: .directory)
    var data: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Keep the store in this PostgreSQL database.", valueName: "url"))
    var store: String?

    @Option(
        name: .long, help: ArgumentHelp("Use the follows, marks and rules of this account.", valueName: "name"),
        completion: .accounts)
    var account: String?
}

extension ColorChoice: ExpressibleByArgument {}

/// The options of the commands that show one feed.
struct FeedOptions: ParsableArguments {
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Show at most n items.", valueName: "n"))
    var limit: Int?

    @Flag(name: .long, help: "Keep the list up to date until you press q or Ctrl-C. In a pipe, print new items.")
    var watch = false

    @Flag(name: .long, help: "Make no requests. Show stored items.")
    var offline = false

    @Flag(name: .long, help: "Make a request now, even if the stored items are fresh. Rate limits still apply.")
    var refresh = false

    @Flag(name: .long, help: "Show only the items that rules hide.")
    var muted = false

    @Flag(name: .long, help: "Say where the store is, and why no request was made.")
    var verbose = false

    @OptionGroup var format: FormatOption

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, format.format != nil {
            throw ValidationError("--json and --format can't be used together. Choose one.")
        }
        if let limit, limit < 1 {
            throw ValidationError("--limit must be at least 1, not \(limit).")
        }
        if muted, watch || refresh {
            throw ValidationError("--muted shows stored items only, so it can't be used with --watch or --refresh.")
        }
        if offline, refresh {
            throw ValidationError("--offline and --refresh can't be used together. Choose one.")
        }
    }

    /// The request to make; fails if the feed has no such order or fewer items than `--limit`.
    func request(
        for feed: Feed, order: String?, days: Int?, _ settings: Settings = Settings()
    ) throws -> FeedRequest {
        let controls = feed.controls
        if let limit, limit > controls.maximum {
            throw ValidationError("--limit must be at most \(controls.maximum), not \(limit).")
        }
        let chosen = try order.map { name in
            guard let order = controls.order(named: name) else {
                let names = controls.orders.map(\.id)
                let meant = UnknownWord(name, is: "order", among: names).nearest.map { " Did you mean “\($0)”?" }
                throw ValidationError("--order must be \(names.alternatives), not “\(name)”.\(meant ?? "")")
            }
            return order.order
        }
        return FeedRequest(
            limit: limit ?? controls.limit(configured: settings.limit),
            mode: offline ? .offline : refresh ? .forced : .scheduled, order: chosen, days: days)
    }
}

/// The options of the commands that list items of several feeds.
struct ListOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp("Show at most n items (default: 50 on a terminal, all elsewhere).", valueName: "n"))
    var limit: Int?

    @OptionGroup var format: FormatOption

    @OptionGroup var output: OutputOptions

    /// The maximum number of items to show. Nil for all unless the output is a terminal: programs get the whole list.
    func limit(_ context: CommandContext) -> Int? {
        limit ?? (isTerminal(context.output.descriptor) ? context.settings.limit ?? 50 : nil)
    }

    func validate() throws {
        if output.json, format.format != nil {
            throw ValidationError("--json and --format can't be used together. Choose one.")
        }
        if let limit, limit < 1 {
            throw ValidationError("--limit must be at least 1, not \(limit).")
        }
    }
}

/// The option of the commands that list items of several feeds and can list stories.
struct StoryOption: ParsableArguments {
    @Flag(name: .long, help: "In a pipe or JSON, one item for a story that several tell, as on a terminal.")
    var stories = false
}

/// An argument that is one of an enumeration's values.
struct ChoiceArgument<Value: RawRepresentable<String> & CaseIterable & Sendable>: ExpressibleByArgument, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    init?(argument: String) {
        guard let value = Value(rawValue: argument) else { return nil }
        self.value = value
    }

    static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    var defaultValueDescription: String { value.rawValue }
}

/// An instant in the past: a date, or an age such as `7d`.
enum PastDate: ExpressibleByArgument, Sendable, Hashable {
    case date(Date)
    /// Seconds.
    case age(Int)

    /// Reads RFC 3339 (without a zone it is UTC), or a number of minutes, hours, days or weeks such as `12h`.
    init?(argument: String) {
        if let age = TimeSpan.seconds(argument) {
            self = .age(age)
        } else if let date = Date(internetDateTime: argument) {
            self = .date(date)
        } else {
            return nil
        }
    }

    /// The typed form: `24h` rather than `86400`.
    var defaultValueDescription: String {
        switch self {
        case .date(let date): date.internetDateTime
        case .age(let seconds) where seconds % 3_600 == 0: "\(seconds / 3_600)h"
        case .age(let seconds): "\(seconds / 60)m"
        }
    }

    /// The instant, relative to `now`.
    func date(before now: Date) -> Date {
        switch self {
        case .date(let date): date
        case .age(let seconds): now.addingTimeInterval(-Double(seconds))
        }
    }
}
