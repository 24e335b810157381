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

    /// The path after the secret, percent-encoded, without the form.
    var path: String {
        switch self {
        case .unread: "unread"
        case .saved: "saved"
        case .folder(let folder): "folder/" + folder.percentEncoded
        case .search: "search"
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
