import FeedStore
import Search
import WebText

extension FeedKey {
    /// The key as people read and type it: the web address if that is the key's last part, or else the key itself.
    package var address: String {
        guard let last = rawValue.split(separator: "/").last, last.contains("%"),
            let decoded = String(last).percentDecoded, decoded.contains("://")
        else { return rawValue }
        return decoded
    }
}

extension Rule {
    /// The rule with the addresses of feeds in place of their keys. Commands accept it like the rule's own text.
    package var readableText: String { Self.readable(text) }

    /// ``search`` with the addresses of feeds in place of their keys.
    package var readableSearch: String? { search.map(Self.readable) }

    private static func readable(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard let filter = ["in:", "-in:"].first(where: { word.hasPrefix($0) }) else { return String(word) }
            return filter + FeedKey(String(word.dropFirst(filter.count))).address
        }.joined(separator: " ")
    }
}
