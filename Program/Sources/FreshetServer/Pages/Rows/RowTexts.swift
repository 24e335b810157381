import Feeds
import WebText

/// The texts of a list's items, by the ids of their rows.
///
/// The page's script requests them after the page, so that items open without a request.
struct RowTexts: JSONDocument {
    private let texts: [String: String]

    /// - Parameter prefix: the path below which readers reach the server.
    init(_ rows: some Sequence<EntryRow>, below prefix: PathPrefix) {
        texts = Dictionary(
            rows.lazy.compactMap(\.text).map { ($0.rowID, prefix.added(to: $0.markup).description) }
        ) { first, _ in first }
    }
}

/// Where the page's script requests the texts of a list.
struct TextsLink {
    /// The path of the list, with its query.
    let list: String

    /// The attribute of the list's element.
    var attribute: HTML { " data-texts=\"\(list)\(list.contains("?") ? "&" : "?")part=texts\"" }
}
