import Platform
import WebText

/// Texts that upstreams send.
enum TextTargets {
    static func markup(_ bytes: [UInt8]) {
        let markup = String(decoding: bytes, as: UTF8.self)
        _ = AllowedMarkup(markup).html
        _ = ArticleText(markup).text
        _ = PlainText(markup: markup, atMost: 300).text
        _ = PlainText(markup: markup, keepingUnknownTags: true).text
    }

    static func text(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let limit = Int(bytes.first ?? 0)
        precondition(SafeText(text, atMost: limit).text.unicodeScalars.count <= 8 * limit + 33)
        precondition(SafeText(line: text, atMost: limit).text.unicodeScalars.count <= 8 * limit + 32)
        _ = (text.trimmed, text.onOneLine, text.ifNotBlank, text.escapedForMarkup, text.escapedForXML)
        _ = (text.percentEncoded, text.percentEncodedAddress, text.percentDecoded, text.formDecoded)
        _ = Fingerprint(of: text)
    }

    static func dates(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let date = Date(internetDateTime: text) { _ = (date.internetDateTime, CivilDate(date)) }
        if let date = HTTPDate(text) { _ = (date.description, CivilDate(date.date)) }
        // The dates of feeds are read in feeds only.
        let feed = "<rss><channel><item><pubDate>\(text.escapedForXML)</pubDate></item></channel></rss>"
        WebTargets.feed(Array(feed.utf8))
        if bytes.count >= 16 {
            let (seconds, offset) = bytes.withUnsafeBytes {
                ($0.loadUnaligned(as: Int.self), $0.loadUnaligned(fromByteOffset: 8, as: Int.self))
            }
            _ = CivilDate(secondsSince1970: seconds, offset: offset)
            let date = Date(timeIntervalSince1970: Double(bitPattern: UInt64(bitPattern: Int64(seconds))))
            _ = (CivilDate(date), date.internetDateTime, HTTPDate(date).description)
        }
    }
}
