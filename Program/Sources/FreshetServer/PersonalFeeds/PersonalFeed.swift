import Feeds
import WebText

/// A list of an account as a feed for other programs.
enum PersonalFeed: Sendable, Hashable {
    /// The unread items of followed feeds.
    case unread
    /// The saved items.
    case saved
    /// The items of the feeds in a folder and in its subfolders, read ones too.
    ///
    /// The address has the folder's path, and not its number: a folder that is renamed on the page gets another number.
    case folder(String)
    /// What a search finds.
    case search

    /// The first part of the addresses; the secret is the second one.
    static let root = "feeds"

    /// - Parameter parts: those after the secret.
    init?(_ parts: ArraySlice<String>) {
        switch (parts.first, parts.count) {
        case ("unread", 1): self = .unread
        case ("saved", 1): self = .saved
        case ("search", 1): self = .search
        case ("folder", 2):
            guard let folder = parts.last, !folder.isEmpty else { return nil }
            self = .folder(folder)
        default: return nil
        }
    }

    /// The path after the secret, percent-encoded, without the form.
    var path: String {
        switch self {
        case .unread: "unread"
        case .saved: "saved"
        case .folder(let folder): "folder/" + folder.percentEncoded
        case .search: "search"
        }
    }

    /// The names of the query's parameters.
    var parameters: [String] {
        switch self {
        case .search: ["q", "in", "sort", "limit"]
        case .unread, .saved, .folder: ["limit"]
        }
    }

    /// The path and query of the list's page.
    ///
    /// - Parameter text: what is searched for.
    func page(searching text: String = "") -> String {
        switch self {
        case .unread: "/unread"
        case .saved: "/saved"
        case .folder(let folder): "/unread?folder=" + folder.percentEncoded
        case .search: "/search?q=" + text.percentEncoded
        }
    }

    /// The title.
    ///
    /// - Parameter text: what is searched for.
    func title(searching text: String = "") -> String {
        switch self {
        case .unread: "Unread"
        case .saved: "Saved"
        case .folder(let folder): folder
        case .search: text + " · Search"
        }
    }
}
