import Feeds
import WebText

/// Where a search found an entry, with the words marked.
struct SearchMatch {
    private let hit: SearchedItems.Hit

    init(_ hit: SearchedItems.Hit) { self.hit = hit }

    /// The entry's title, if the words are in it.
    func title(of entry: Entry) -> HTML? { isTitle(of: entry) ? marked : nil }

    /// The text around the words, if they aren't in the title.
    func excerpt(of entry: Entry) -> HTML? {
        isTitle(of: entry) || hit.match.isEmpty || hit.ranges.isEmpty ? nil : "<p class=\"match\">\(marked)</p>"
    }

    private func isTitle(of entry: Entry) -> Bool { hit.match.onOneLine == entry.plainTitle.onOneLine }

    private var marked: HTML {
        let text = hit.match
        var parts: HTML = ""
        var end = text.startIndex
        for range in hit.ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= end {
            parts += "\(safe(text[end..<range.lowerBound]))<mark>\(safe(text[range]))</mark>"
            end = range.upperBound
        }
        return "<bdi>\(parts)\(safe(text[end...]))</bdi>"
    }

    private func safe(_ text: Substring) -> String { SafeText(String(text)).text }
}
