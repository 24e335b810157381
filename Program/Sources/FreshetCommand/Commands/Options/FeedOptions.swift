import ArgumentParser
import Feeds

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
            mode: offline ? .offline : refresh ? .insisting : .polite, order: chosen, days: days)
    }
}
