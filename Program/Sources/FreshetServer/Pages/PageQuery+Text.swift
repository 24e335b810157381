import WebText

extension PageQuery {
    /// The query as an address tells it, without what goes without saying: `?days=30&q=storm`, or nothing.
    func text(for address: FeedAddress) -> String {
        let own = PageQuery(for: address)
        var pairs: [String] = []
        if limit != own.limit { pairs.append("limit=\(limit)") }
        if days != own.days { pairs.append("days=\(days)") }
        if let type { pairs.append("type=" + type.percentEncoded) }
        if let words { pairs.append("q=" + words.percentEncoded) }
        if order != own.order { pairs.append("order=" + order.rawValue) }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// What the page's stream is asked for: what the page filters and orders by itself is left out.
    func live(for address: FeedAddress) -> PageQuery {
        var own = PageQuery(for: address)
        own.limit = limit
        if address == .planet { own.days = days }
        return own
    }

    /// Whether an item with that text has all the words, capitals or not.
    func matches(_ text: @autoclosure () -> String) -> Bool {
        guard let words else { return true }
        let text = text().lowercased()
        return words.lowercased().split(whereSeparator: \.isWhitespace).allSatisfy { text.contains($0) }
    }
}
