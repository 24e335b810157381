import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Search
import WebText

/// `freshet search`.
struct SearchCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Searches everything stored.",
        usage: "freshet search QUERY... [--sort rank|date|arrival] [OPTIONS]",
        discussion: """
            Finds items that match every term. In a pipe the fields are date, feed,
            title, address, id and match.

            TERMS
            \(SearchFilter.help)

            EXAMPLES
              freshet search swift concurrency
              freshet search '"data race" is:unread since:7d' --sort date
              freshet search '(rust OR swift) -author:ada'
            """)

    @Argument(help: ArgumentHelp("Words and filters.", valueName: "query"), completion: .terms(in: .search))
    var words: [String]

    @Option(name: .long, help: ArgumentHelp("Sort by rank (best match first), date or arrival.", valueName: "order"))
    var sort = ChoiceArgument(SearchOrder.rank)

    @OptionGroup var options: ListOptions

    func validate() throws {
        do { _ = try FeedCatalog.all.query(text) } catch { throw ValidationError(error.description) }
    }

    func run(in context: CommandContext) throws {
        let context = context.with(options.output, options.format)
        try CommandRun(context, options.output).run { environment in
            let query = try environment.query(text)
            environment.reindex(for: .seconds(1))
            let page = try ItemListing(environment, context, options.output, format: options.format)
            let found = try page.write(query, sort.value, limit: options.limit(context), typed: text)
            if let remark = found.remark { context.complain(remark) }
            if found.total == 0 {
                for remark in try UnknownNames(query, environment).remarks { context.complain(remark) }
                if let remark = try UnfetchedFeeds(followedIn: environment).remark { context.complain(remark) }
            }
            return .success
        }
    }

    private var text: String { words.map(TypedArguments.term).joined(separator: " ") }
}

/// The names in a search without results that nothing stored has: folders, labels and kinds.
struct UnknownNames {
    let remarks: [String]

    init(_ query: SearchQuery, _ environment: FeedEnvironment) throws {
        remarks = try query.leaves.filter { !$0.isExcluded }.compactMap { term in
            switch term.condition {
            case .folder(let name): return try environment.folderProblem(name, ignoringCase: true)
            case .label(let name):
                return try environment.store.hasLabel(name) ? nil : LabelError.unknown(name).description
            case .kind(let name):
                let alone = SearchQuery(text: "kind:" + name, terms: [term])
                let isThere = try environment.search(alone, order: .date, limit: 1).total > 0
                return isThere ? nil : "No stored item is of the kind \(name.inQuotes)."
            default: return nil
            }
        }
    }
}
