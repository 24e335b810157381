import WebText

extension Feed {
    /// A form in which a server gives it to feed readers, by what ends its address.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        /// JSON Feed.
        case json = ".json"
        /// Atom.
        case atom = ".atom"
    }

    /// The path of the feed's page on a server, percent-encoded.
    package var address: String { Self.address(path) }

    /// The path on a server of the page of the feed with that path.
    package static func address(_ path: [String]) -> String {
        let text = "/" + path.map(\.percentEncoded).joined(separator: "/")
        guard let suffix = Format.allCases.first(where: { text.hasSuffix($0.rawValue) }) else { return text }
        // A written dot would begin another form of the feed.
        return text.dropLast(suffix.rawValue.count) + "%2E" + suffix.rawValue.dropFirst()
    }
}
