import ArgumentParser
import Catalog
import FeedStore
import Feeds

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The names in the store, for completions and suggestions; none if there is no store or it can't be read.
struct StoredNames {
    private let store: SQLiteFeedStore?

    /// Creates no store.
    init(_ surroundings: Surroundings, folder: String? = nil) {
        // Suggestions are optional: the command itself reports what is wrong with the folder or the store.
        let folder = try? surroundings.dataFolder(folder)
        let file = folder?.appending(path: "freshet.sqlite", directoryHint: .notDirectory)
        guard let file, FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) else {
            store = nil
            return
        }
        store = try? SQLiteFeedStore(at: file)  // see above
    }

    /// The keys of the followed feeds, then of those that menus offer.
    var feeds: [String] {
        let offered = FeedCatalog.all.upstreams.flatMap { $0.menu.map(\.feed.key.rawValue) }
        let followed = followed.map(\.feed.rawValue)
        return followed + offered.filter { !followed.contains($0) }
    }

    /// The folders of the followed feeds.
    var folders: [String] { Set(followed.compactMap(\.settings.folder)).sorted() }

    /// The names of the sinks.
    var sinks: [String] { (try? store?.sinks().map(\.name)) ?? [] }  // see init

    private var followed: [FollowedFeed] { (try? store?.followed()) ?? [] }  // see init
}

extension CompletionKind {
    /// The keys of followed feeds, then of those that menus offer.
    static var feeds: CompletionKind { stored(\.feeds) }

    /// The folders of the followed feeds.
    static var folders: CompletionKind { stored(\.folders) }

    /// The names of the sinks.
    static var sinks: CompletionKind { stored(\.sinks) }

    private static func stored(_ names: @escaping @Sendable (StoredNames) -> [String]) -> CompletionKind {
        .custom { _, _, _ in
            // Without a readable configuration there is nothing to complete.
            (try? Surroundings.process.configured()).map { names(StoredNames($0)) } ?? []
        }
    }
}

extension FeedCatalog {
    /// The feed that a command's FEED argument names: a key, a path, or anything pasted.
    ///
    /// - Parameter names: what else could have been meant, read only for the message.
    func feed(
        argument text: String, among names: @autoclosure () throws -> StoredNames = StoredNames(.process)
    ) throws -> Feed {
        if let feed = feed(pasted: text) { return feed }
        throw CommandFailure(UnknownWord(text, is: "feed", among: try names().feeds).description, .usage)
    }
}
