import FeedStore
import Platform
import Search
import WebText

/// The parts that join an item with items of other feeds that tell the same story.
package struct StoryJoining: Sendable, Hashable {
    /// False for items whose titles are alike, such as releases and earthquakes: only addresses and links join them.
    package let isByWords: Bool
    /// The page that the item is about; nil if that is its link.
    package let subject: URL?

    /// By words, addresses and links.
    package static func byWords(about subject: URL? = nil) -> StoryJoining {
        StoryJoining(isByWords: true, subject: subject)
    }

    /// By addresses and links alone.
    package static let byAddress = StoryJoining(isByWords: false, subject: nil)
}

extension FeedItem {
    /// The parts that are compared with stories; nil if the item tells none.
    var storyFields: StoryFields? {
        let entry = entry, search = entry.searchFields
        return storyFields(of: entry, title: search.title, text: search.text)
    }

    /// - Parameters:
    ///   - entry: the item's entry.
    ///   - title: its title without markup.
    ///   - text: its text without markup.
    func storyFields(of entry: Entry, title: String, text: String) -> StoryFields? {
        guard let joining else { return nil }
        var link: URL?
        if case .web(let url) = entry.link { link = url }
        // An item with a discussion of its own is about the page that it links to.
        let subject = joining.subject ?? (entry.discussion == nil ? nil : link)
        return StoryFields(
            title: title, text: text, address: (entry.discussion ?? link)?.absoluteString,
            subject: subject?.absoluteString,
            links: entry.text.map(Self.links(in:)) ?? [], joinsByWords: joining.isByWords)
    }

    /// The addresses that markup links to, at most 21: an item with more links is about no single one.
    private static func links(in markup: String) -> [String] {
        guard markup.utf8.contains(UInt8(ascii: "<")) else { return [] }
        var links: [String] = []
        for token in MarkupTokenizer(markup) {
            guard case .start("a", let attributes) = token, let address = attributes["href"],
                let address = WebAddress(address)?.text, !links.contains(address)
            else { continue }
            links.append(address)
            if links.count > 20 { break }
        }
        return links
    }
}

extension FeedDescription {
    fileprivate func storyFields(_ payload: Data) -> StoryFields? {
        do { return try Item(payload: payload).storyFields } catch { return nil }
    }
}

extension FeedCatalog {
    /// Reads the parts of a stored item that are compared with stories. Nil for an item that tells none, or that this version
    /// can't read.
    package var stories: @Sendable (_ scope: String, _ payload: Data) -> StoryFields? {
        let kinds = kindsByScope
        return { scope, payload in
            if let kind = kinds[scope] { return kind.init(path: kind.example)?.storyFields(payload) }
            return feed(FeedKey(scope))?.description.storyFields(payload)
        }
    }
}
