import GitFeed

extension RepositoryName {
    /// The name as a page shows it: where it does not fit into a line it is broken after the slash, and elsewhere only if a part of it does not fit.
    var html: HTML {
        let parts = description.split(separator: "/").map(String.init)
        return """
            <bdi><span class="part">\(parts[0])/</span><wbr><span class="part">\(parts.dropFirst().joined(separator: "/"))</span></bdi>
            """
    }
}

extension FeedAddress {
    /// The title as a page shows it.
    var name: HTML {
        if case .repository(let name) = self { name.html } else { "<bdi>\(title)</bdi>" }
    }
}
