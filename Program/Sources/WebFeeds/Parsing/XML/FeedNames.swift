/// Resolves the element names of a document, each once.
struct FeedNames {
    private struct Key: Hashable {
        let local: UnsafePointer<UInt8>
        let namespace: UnsafePointer<UInt8>?
    }

    private var known: [Key: FeedElement] = [:]
    /// The vocabulary of elements without a namespace, and of the root's namespace.
    private var ownVocabulary = FeedVocabulary.rss
    private var ownNamespace: String?

    /// Resolves the root element.
    mutating func root(_ name: XMLName) -> FeedElement {
        ownNamespace = name.namespaceName
        switch name.localName.lowercased() {
        case "feed":
            ownVocabulary = .atom
            return .feed
        case "rss": return .rss
        case "rdf": return .rdf
        case "channel": return .channel
        case "html": return .html
        default: return .unknown
        }
    }

    /// Resolves an element. Pointers identify names, because the parser interns them.
    mutating func element(_ name: XMLName) -> FeedElement {
        let key = Key(local: name.local, namespace: name.namespace ?? name.prefix)
        if let element = known[key] { return element }
        let element = vocabulary(name).map { FeedElement($0, name.localName) } ?? .unknown
        known[key] = element
        return element
    }

    private func vocabulary(_ name: XMLName) -> FeedVocabulary? {
        if let namespace = name.namespaceName {
            // RDF's root isn't in the namespace of its items.
            if let vocabulary = FeedVocabulary(namespace: namespace) { return vocabulary }
            return namespace == ownNamespace ? ownVocabulary : nil
        }
        if let prefix = name.prefixName { return FeedVocabulary(undeclaredPrefix: prefix) }
        return ownVocabulary
    }
}
