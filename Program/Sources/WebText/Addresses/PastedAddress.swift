extension StringProtocol {
    /// The address in pasted text: without brackets or quotes around it, and with a web address for `feed:`.
    package var pastedAddress: String {
        var text = trimmed
        for (open, close) in [("<", ">"), ("\"", "\"")]
        where text.count > 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            text = text.dropFirst().dropLast().trimmed
        }
        return text.withoutFeedScheme
    }

    /// Whether the path of a web address ends like that of a feed, such as `news/atom.xml`.
    package var namesFeedDocument: Bool {
        let path = prefix { $0 != "?" && $0 != "#" }.lowercased()
        return [".atom", ".rss", ".xml", ".rdf"].contains { path.hasSuffix($0) }
    }

    /// The web address for `feed:https://…` and `feed://…`, which links to subscribe have, and podcasts' forms of it.
    package var withoutFeedScheme: String {
        let lower = prefix(16).lowercased()
        for scheme in ["feed:", "itpc:", "pcast:", "podcast:"] where lower.hasPrefix(scheme) {
            let rest = dropFirst(scheme.count)
            return rest.hasPrefix("//") ? "http:" + rest : String(rest)
        }
        return String(self)
    }
}
