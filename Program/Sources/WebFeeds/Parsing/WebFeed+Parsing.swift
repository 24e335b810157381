import Platform
import TextDecoding

extension WebFeed {
    /// Reads an RSS, Atom or JSON Feed document, repairing defects.
    ///
    /// - Parameters:
    ///   - body: The document.
    ///   - charset: The `charset` of the HTTP header `Content-Type`.
    ///   - address: The address after redirects; relative links are resolved against it.
    package init(parsing body: Data, charset: String? = nil, address: URL? = nil) throws(WebFeedError) {
        guard body.count <= Self.maximumSize else {
            throw .tooLarge(bytes: body.count, limit: Self.maximumSize)
        }
        let result: Result<WebFeed, WebFeedError> = body.withUnsafeBytes { raw in
            let bytes = raw.bindMemory(to: UInt8.self)
            let text = DecodedText(bytes, charset: charset)
            let limit = Self.maximumSize / 2 * 3
            guard text.convertedSize <= limit else {
                return .failure(.tooLarge(bytes: text.convertedSize, limit: limit))
            }
            return text.withUTF8(of: bytes) { utf8 in
                Result { () throws(WebFeedError) in try WebFeed(utf8: utf8, repairs: text.repairs, address: address) }
            }
        }
        self = try result.get()
    }

    private init(utf8 bytes: UnsafeBufferPointer<UInt8>, repairs: Int, address: URL?) throws(WebFeedError) {
        guard let start = DocumentStart.text(in: bytes) else { throw .empty }
        let xml = DocumentStart.xml(in: bytes)
        if bytes[start] == UInt8(ascii: "{") {
            self = try JSONFeed.read(UnsafeBufferPointer(rebasing: bytes[start...]), address: address)
        } else if xml != start, let feed = Self.json(in: bytes, before: xml ?? bytes.count, address) {
            self = feed
        } else if bytes[start] == UInt8(ascii: "["), xml == nil {
            throw .notAFeed("JSON without a JSON Feed version")
        } else {
            self = try Self.readXML(bytes, address: address)
        }
        self.repairs += repairs
        let read = items.count
        (items, sharedIDs) = ItemIdentity.unique(items)
        skipped += read - items.count
    }

    /// Reads the JSON Feed after a message. Returns nil if no object is a feed.
    private static func json(
        in bytes: UnsafeBufferPointer<UInt8>, before end: Int, _ address: URL?
    ) -> WebFeed? {
        for start in DocumentStart.objects(in: bytes, before: end) {
            let rest = UnsafeBufferPointer(rebasing: bytes[start...])
            guard var feed = try? JSONFeed.read(rest, address: address) else { continue }  // this object isn't a feed
            feed.repairs += 1
            return feed
        }
        return nil
    }

    private static func readXML(_ bytes: UnsafeBufferPointer<UInt8>, address: URL?) throws(WebFeedError) -> WebFeed {
        let events = FeedXML(address: address)
        let outcome = XMLReader.read(bytes, into: events)
        switch events.isFeed {
        case true?: break
        case false? where events.isWebPage: throw .webPage
        case false?: throw .notAFeed("XML with the root element \(events.rootName)")
        case nil: throw .notAFeed("neither XML nor JSON")
        }
        var feed = events.feed
        if feed.items.isEmpty, feed.skipped == 0 {
            if outcome.isCutOff { throw .malformed("its elements are nested too deeply, or too large") }
            if events.hasOpenElements { throw .malformed("it ends before its first item") }
        }
        feed.repairs = outcome.repairs
        if events.hasOpenItem { feed.skipped += 1 }
        return feed
    }
}
