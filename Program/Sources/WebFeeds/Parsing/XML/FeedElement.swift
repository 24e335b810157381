/// The meaning of an element in a feed, independent of the format.
enum FeedElement: UInt8 {
    case unknown
    // Documents and containers.
    case rss, rdf, feed, channel, items, item, image, mediaGroup, atomSource, skipHours, skipDays, html
    // Elements of feeds and items.
    case title, link, atomLink, description, subtitle, guid, atomID, comments, enclosure, category, language
    case published, created, updated, rssDate
    case summary, content, encoded, xhtmlBody
    case author, creator, person, personName, personURL
    case url, icon, hour, day, ttl, updatePeriod, updateFrequency, selfAddress
    // Elements of Media RSS and iTunes.
    case mediaContent, mediaThumbnail, mediaTitle, mediaDescription, itunesImage, itunesDuration, itunesSummary

    /// The element of that name in a vocabulary; RSS names are compared without case.
    init(_ vocabulary: FeedVocabulary, _ name: String) {
        self = Self.names[vocabulary]?[vocabulary == .rss ? name.lowercased() : name] ?? .unknown
    }

    private static let names: [FeedVocabulary: [String: FeedElement]] = [
        .rss: [
            "rss": .rss, "channel": .channel, "items": .items, "item": .item, "image": .image, "title": .title,
            "link": .link,
            "description": .description, "guid": .guid, "comments": .comments, "enclosure": .enclosure,
            "category": .category, "language": .language, "pubdate": .rssDate, "author": .author,
            "skiphours": .skipHours, "hour": .hour, "skipdays": .skipDays, "day": .day, "ttl": .ttl, "url": .url,
            "html": .html, "subtitle": .subtitle, "summary": .itunesSummary, "fullitem": .encoded, "body": .xhtmlBody,
        ],
        .rdf: ["RDF": .rdf],
        .atom: [
            "feed": .feed, "entry": .item, "title": .title, "link": .atomLink, "id": .atomID, "subtitle": .subtitle,
            "tagline": .subtitle, "updated": .updated, "modified": .updated, "published": .published,
            "issued": .published, "created": .created, "summary": .summary, "content": .content, "author": .person,
            "name": .personName, "uri": .personURL, "url": .personURL, "category": .category, "icon": .icon,
            "logo": .icon, "source": .atomSource,
        ],
        .content: ["encoded": .encoded],
        .dublinCore: [
            "title": .title, "creator": .creator, "author": .creator, "date": .published, "subject": .category,
            "language": .language,
            "description": .description,
        ],
        .dublinCoreTerms: ["issued": .published, "created": .created, "modified": .updated],
        .syndication: ["updatePeriod": .updatePeriod, "updateFrequency": .updateFrequency],
        .media: [
            "group": .mediaGroup, "content": .mediaContent, "thumbnail": .mediaThumbnail, "title": .mediaTitle,
            "description": .mediaDescription,
        ],
        .itunes: [
            "author": .creator, "image": .itunesImage, "duration": .itunesDuration, "summary": .itunesSummary,
        ],
        .xhtml: ["body": .xhtmlBody, "div": .xhtmlBody, "html": .html],
        .source: ["self": .selfAddress],
    ]
}

/// The vocabularies of feeds.
enum FeedVocabulary: Hashable {
    case rss, rdf, atom, content, dublinCore, dublinCoreTerms, syndication, media, itunes, xhtml, source

    /// The vocabulary of a namespace, ignoring case, http or https, and a slash at its end.
    init?(namespace: String) {
        var name = namespace.lowercased()[...]
        if let scheme = name.firstRange(of: "://") { name = name[scheme.upperBound...] }
        while let last = name.last, last == "/" || last == "#" { name.removeLast() }
        switch name {
        case "purl.org/rss/1.0", "purl.org/net/rss1.1", "my.netscape.com/rdf/simple/0.9",
            "channel.netscape.com/rdf/simple/0.9",
            "backend.userland.com/rss2", "backend.userland.com/rss", "blogs.law.harvard.edu/tech/rss",
            "my.netscape.com/publish/formats/rss-0.91.dtd":
            self = .rss
        case "www.w3.org/1999/02/22-rdf-syntax-ns": self = .rdf
        case "www.w3.org/2005/atom", "purl.org/atom/ns": self = .atom
        case "purl.org/rss/1.0/modules/content": self = .content
        case "purl.org/dc/elements/1.1", "purl.org/dc/elements/1.0": self = .dublinCore
        case "purl.org/dc/terms": self = .dublinCoreTerms
        case "purl.org/rss/1.0/modules/syndication": self = .syndication
        case "search.yahoo.com/mrss": self = .media
        case "www.itunes.com/dtds/podcast-1.0.dtd": self = .itunes
        case "www.w3.org/1999/xhtml": self = .xhtml
        case "source.scripting.com": self = .source
        default: return nil
        }
    }

    /// The vocabulary of a prefix that a document doesn't declare.
    init?(undeclaredPrefix prefix: String) {
        switch prefix {
        case "rdf": self = .rdf
        case "atom": self = .atom
        case "content": self = .content
        case "dc": self = .dublinCore
        case "dcterms": self = .dublinCoreTerms
        case "sy": self = .syndication
        case "media": self = .media
        case "itunes": self = .itunes
        default: return nil
        }
    }
}

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
