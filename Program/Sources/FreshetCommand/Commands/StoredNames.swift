import ArgumentParser
import Catalog
import FeedStore
import Feeds
import Platform
import Search

/// The names in the store, for completions and suggestions; none if there is no store or it can't be read.
///
/// Failures are discarded here: without names there are fewer suggestions, and the command itself reports the problem.
struct StoredNames {
    private let store: FeedStore?

    /// Creates no store.
    ///
    /// - Parameter context: nil if the configuration can't be read.
    init(_ context: CommandContext?, folder: String? = nil, account: String? = nil) {
        let first = Self.store(context, folder)
        let account = account ?? context?.settings.account
        // The command itself reports an account that doesn't exist.
        store = account.map { name in (try? first?.account(named: name)).flatMap { first?.of($0.id) } } ?? first
    }

    /// Nil without a store, or for one that can't be opened.
    private static func store(_ context: CommandContext?, _ folder: String?) -> FeedStore? {
        do { return try context.flatMap { try existingStore($0, folder) } } catch { return nil }
    }

    /// Nil without a store.
    private static func existingStore(_ context: CommandContext, _ folder: String?) throws -> FeedStore? {
        if let address = try context.storeAddress() { return try FeedStore(postgreSQL: address) }
        guard try OpenStore.exists(context, folder: folder) else { return nil }
        return try FeedStore(at: OpenStore.file(in: try context.dataFolder(folder)))
    }

    /// How accounts can sign in. With a password, if the store can't be read: the server then fails to open it.
    static func waysToSignIn(_ context: CommandContext, folder: String?, at date: Date) -> WaysToSignIn {
        do { return try existingStore(context, folder)?.waysToSignIn(at: date) ?? .none } catch { return .password }
    }

    /// The names in the store that the process uses without options.
    static var ofProcess: StoredNames {
        StoredNames(try? CommandContext.process.configured())  // without one, completions offer fewer names
    }

    /// The names in the store and the account that the options choose.
    init(_ context: CommandContext, _ options: OutputOptions) {
        self.init(context.with(store: options.store), folder: options.data, account: options.account)
    }

    /// The addresses of the followed feeds, then of the menus' feeds.
    var feeds: [String] {
        let offered = FeedCatalog.all.upstreams.flatMap { $0.menu.map(\.feed.key.address) }
        let followed = followed.map(\.feed.address)
        return followed + offered.filter { !followed.contains($0) }
    }

    /// The folders of the followed feeds, and those around them.
    var folders: [String] {
        Set(followed.compactMap(\.settings.folder).flatMap { FolderPath.around($0) }).sorted()
    }

    /// The names of the labels.
    var labels: [String] { (try? store?.labelNames()) ?? [] }  // none if they can't be read

    /// The names of the destinations.
    var destinations: [String] { (try? store?.destinations().map(\.name)) ?? [] }  // none if it can't be read

    /// The names of the accounts.
    var accounts: [String] { (try? store?.accounts().map(\.name)) ?? [] }  // none if they can't be read

    private var followed: [StoredFollow] { (try? store?.followed()) ?? [] }  // none if it can't be read

    /// Completions with names in the store, as the shell that requests them reads them.
    static func completions(_ names: (StoredNames) -> [String]) -> [String] {
        names(.ofProcess).map { SearchTermCompletion.Candidate(text: $0).line(for: .requesting) }
    }

    /// Completions with followed feeds; `name` returns nil for feeds that it can't name.
    static func followedFeeds(_ name: (_ path: [String]) -> String?) -> [String] {
        completions { $0.followed.map { $0.path.split(separator: "/").map(String.init) }.compactMap(name) }
    }
}

extension CompletionKind {
    /// The addresses of followed feeds, then of the menus' feeds.
    static var feeds: CompletionKind { stored(\.feeds) }

    /// The folders of the followed feeds.
    static var folders: CompletionKind { stored(\.folders) }

    /// The names of the labels.
    static var labels: CompletionKind { stored(\.labels) }

    /// The names of the destinations.
    static var destinations: CompletionKind { stored(\.destinations) }

    /// The names of the accounts.
    static var accounts: CompletionKind { stored(\.accounts) }

    private static func stored(_ names: @escaping @Sendable (StoredNames) -> [String]) -> CompletionKind {
        .custom { _, _, _ in StoredNames.completions(names) }
    }
}

extension FeedCatalog {
    /// The feed that a command's FEED argument names: a key, a path, or anything pasted.
    ///
    /// - Parameter names: the names to suggest, read only for the message.
    func feed(argument text: String, among names: @autoclosure () -> StoredNames) throws -> Feed {
        if let feed = feed(pasted: text) { return feed }
        throw CommandFailure(UnknownWord(text, is: "feed", among: names().feeds, atMost: 5).description, .usage)
    }
}

/// The completions of a word of a search or a rule: filters, and the values of a filter that has been typed.
struct SearchTermCompletion {
    /// A completion, and its description for shells that show one.
    struct Candidate: Hashable {
        let text: String
        var description: String?

        /// The line that a shell's completion script reads.
        func line(for shell: CompletionShell?) -> String {
            switch shell {
            case .zsh:
                text.replacing("\\", with: "\\\\").replacing(":", with: "\\:") + (description.map { ":" + $0 } ?? "")
            case .fish: text + (description.map { "\t" + $0 } ?? "")
            default: text
            }
        }
    }

    let candidates: [Candidate]

    /// - Parameters:
    ///   - names: read only for a filter whose values are stored.
    ///   - place: with `.rule`, verbs come before filters.
    init(of word: String, after words: [String], in place: SearchFilter.Place, _ names: () -> StoredNames) {
        if place == .rule, !words.contains(where: { Rule.Verb(rawValue: $0) != nil }) {
            candidates = Rule.Verb.allCases.map { Candidate(text: $0.rawValue) }
            return
        }
        let filters = SearchFilter.all.filter { $0.places.contains(place) }
        guard let filter = filters.first(where: { word.hasPrefix($0.name + ":") }) else {
            candidates = filters.flatMap { filter in
                filter.names.map { Candidate(text: $0 + ":", description: filter.meaning) }
            }
            return
        }
        let values =
            switch filter.completion {
            case .none: [String]()
            case .values: filter.examples(in: place).map { String($0.dropFirst(filter.name.count + 1)) }
            case .feeds: names().feeds
            case .folders: names().folders
            case .labels: names().labels
            }
        // A value with a space needs quotes, which shells take for their own.
        candidates = values.filter { !$0.contains(" ") }.map { Candidate(text: filter.name + ":" + $0) }
    }
}

extension CompletionKind {
    /// The filters of a search or a rule, with their values.
    static func terms(in place: SearchFilter.Place) -> CompletionKind {
        .custom { words, index, _ in
            let word = words.indices.contains(index) ? words[index] : ""
            let completion = SearchTermCompletion(of: word, after: Array(words.prefix(index)), in: place) {
                StoredNames.ofProcess
            }
            return completion.candidates.map { $0.line(for: .requesting) }
        }
    }
}
