import Platform
import TextDecoding
import WebText

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

/// Finds the beginning of a feed: scripts and servers print messages before it, as text or as HTML.
enum DocumentStart {
    /// The maximum length of what precedes a document, in bytes.
    private static let maximumLength = 64 << 10

    /// The position at which XML begins, after any messages. Nil if there is only text, or a web page before it.
    static func xml(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let beginning = text(in: bytes), let start = afterComments(bytes, from: beginning) else { return nil }
        if bytes[start] == UInt8(ascii: "<"), !isFragment(bytes, at: start) { return beginning }
        let end = min(start + maximumLength, bytes.count)
        let found = roots.compactMap { root in first(root, in: bytes, from: start, to: end) }.min()
        let isInPage = pages.contains { bytes.firstIndex(of: $0, from: start, to: found ?? end) != nil }
        return isInPage ? nil : found
    }

    /// The position of the first character that isn't white space.
    static func text(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        bytes.firstIndex { !$0.isSpace && $0 != 0 }
    }

    /// The positions at which a JSON object may begin, up to `end`.
    static func objects(in bytes: UnsafeBufferPointer<UInt8>, before end: Int) -> [Int] {
        var positions: [Int] = []
        var position = 0
        let end = min(end, maximumLength, bytes.count)
        while positions.count < 8, let brace = bytes.firstIndex(of: UInt8(ascii: "{"), from: position, to: end) {
            position = brace + 1
            if bytes[position...].first(where: { !$0.isSpace }) == UInt8(ascii: "\"") { positions.append(brace) }
        }
        return positions
    }

    private static func first(
        _ root: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
    ) -> Int? {
        var position = start
        while let found = bytes.firstIndex(of: root, from: position, to: end) {
            position = found + root.utf8CodeUnitCount
            // `<feedback` isn't `<feed`.
            if position < bytes.count, bytes[position].isSpace || bytes[position] == UInt8(ascii: ">") { return found }
        }
        return nil
    }

    /// Skips comments. Returns nil if nothing follows them.
    private static func afterComments(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var position = start
        while bytes.has("<!--", at: position) {
            guard let end = bytes.firstIndex(of: "-->", from: position + 4, to: bytes.count),
                let next = bytes[(end + 3)...].firstIndex(where: { !$0.isSpace })
            else { return nil }
            position = next
        }
        return position
    }

    /// True if the markup is an element of HTML that isn't a whole page.
    private static func isFragment(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let name = bytes[(start + 1)...].prefix { $0.isLetter || (0x30...0x39).contains($0) }
        return name.count < 10 && fragments.contains(String(decoding: name, as: UTF8.self).lowercased())
    }

    private static let roots: [StaticString] = ["<?xml", "<rss", "<feed", "<rdf:RDF", "<opml"]
    private static let pages: [StaticString] = ["<html", "<HTML", "<!doctype html", "<!DOCTYPE html", "<!DOCTYPE HTML"]
    private static let fragments: Set<String> = [
        "a", "b", "br", "center", "code", "div", "em", "font", "h1", "h2", "h3", "h4", "hr", "i", "img", "link", "meta",
        "p", "pre", "script", "section", "small", "span", "strong", "style", "table", "ul", "xmp",
    ]
}
