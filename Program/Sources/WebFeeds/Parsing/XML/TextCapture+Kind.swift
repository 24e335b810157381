import WebText

extension TextCapture.Kind {
    /// The kind of text in an element; nil for elements whose text isn't used.
    init?(of element: FeedElement, _ attributes: XMLAttributes, isAtom: Bool, isInItem: Bool) {
        switch element {
        case .content where attributes.value("src") != nil: return nil
        case .title, .subtitle, .summary, .content:
            // RSS titles may contain HTML; their attributes don't tell.
            guard isAtom || element == .summary || element == .content else { fallthrough }
            guard let kind = Self(atom: attributes) else { return nil }
            self = kind
        case .description, .encoded, .author, .creator, .category, .itunesSummary: self = .html
        case .xhtmlBody:
            guard isInItem else { return nil }
            self = .xhtml
        case .link, .guid, .atomID, .comments, .language, .published, .created, .updated, .rssDate, .personName,
            .personURL, .url, .icon, .hour, .day, .ttl, .updatePeriod, .updateFrequency, .selfAddress, .mediaTitle,
            .mediaDescription, .itunesDuration:
            self = .plain
        default: return nil
        }
    }

    /// Atom 1.0 uses `text`, `html` or `xhtml` (RFC 4287, 3.1.1); Atom 0.3 a media type and a mode.
    private init?(atom attributes: XMLAttributes) {
        let type = attributes.value("type")?.lowercased().ifNotBlank ?? "text"
        let mode = attributes.value("mode")?.lowercased()
        if mode == "base64" { return nil }
        switch type {
        case "html", "text/html": self = mode == "xml" ? .xhtml : .html
        case "xhtml", "application/xhtml+xml": self = mode == "escaped" ? .html : .xhtml
        case _ where type == "text" || type.hasPrefix("text/"): self = .plain
        default: return nil
        }
    }
}
