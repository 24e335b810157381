import WebText

extension Entry {
    /// What follows the title of an item that its upstream has removed, and that a reader saved.
    package static var withdrawnSuffix: String { " (no longer listed)" }

    /// The known measures in words, such as `301 points` and `magnitude 4.5`, which the page, the reader and reader apps show
    /// with the item.
    package var details: [String] {
        measures.filter { $0.value != nil }.map { $0.unit.plural.isEmpty ? "\($0.id) \($0.words)" : $0.words }
    }

    /// The web address of the item: of its link or, if it links a feed or nothing, of its discussion.
    var pageAddress: WebAddress? {
        if case .web(let url) = link { return WebAddress(url) }
        return discussion.flatMap { WebAddress($0) }
    }
}
