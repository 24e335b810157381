import Platform
import TextDecoding
import WebText

/// Makes the addresses in markup absolute.
enum MarkupLinks {
    /// The markup with relative `href` and `src` resolved: fragments against the item's page, others against `base`.
    ///
    /// The last ones stay relative if the markup would otherwise become more than five times as long, and 4 kB: a base may be long.
    static func resolved(_ markup: String, base: URL?, page: URL?) -> String {
        guard base != nil || page != nil else { return markup }
        var copy = markup
        let resolver = Resolver(base: base ?? page, page: page ?? base)
        return copy.withUTF8 { resolver.resolved($0) } ?? markup
    }
}

/// Resolves addresses against the same two bases repeatedly.
private struct Resolver {
    let base: URL?
    let page: URL?
    /// The base's scheme, host and port.
    private let origin: String?

    init(base: URL?, page: URL?) {
        self.base = base
        self.page = page
        origin = WebLinks.url("/", base: base).map { String($0.absoluteString.dropLast()).escapedForMarkup }
    }

    /// The markup with absolute addresses; nil if nothing changes.
    func resolved(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let maximum = bytes.count * 5 + 4096
        var result: [UInt8] = []
        var copied = 0
        var position = 0
        search: while let tag = bytes.firstIndex(of: UInt8(ascii: "<"), from: position, to: bytes.count) {
            position = tag + 1
            guard position < bytes.count, bytes[position].isLetter else { continue }
            var scanner = TagScanner(bytes, from: position)
            while let range = scanner.nextAddress() {
                guard let address = address(bytes, range) else { continue }
                if result.count + address.utf8.count + bytes.count - copied > maximum { break search }
                if result.isEmpty { result.reserveCapacity(bytes.count + bytes.count / 16 + 256) }
                result.append(contentsOf: bytes[copied..<range.lowerBound])
                let isQuoted = [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[range.lowerBound - 1])
                result += (isQuoted ? address : "\"\(address)\"").utf8
                copied = range.upperBound
            }
            position = scanner.position
        }
        guard copied > 0 else { return nil }
        result.append(contentsOf: bytes[copied...])
        return String(decoding: result, as: UTF8.self)
    }

    /// The absolute address for a value, escaped; nil if the value can stay.
    private func address(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
        // Most addresses are absolute, and most others begin with a slash.
        if range.isEmpty || bytes.has("http", at: range.lowerBound) { return nil }
        let text = String(decoding: bytes[range], as: UTF8.self)
        if let origin, bytes[range.lowerBound] == UInt8(ascii: "/"), !text.hasPrefix("//"),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "\"") })
        {
            return origin + text
        }
        let value = CharacterReferences.decoded(text)
        guard !WebLinks.hasScheme(value) else { return nil }
        return WebLinks.url(value, base: value.utf8.first == UInt8(ascii: "#") ? page : base)?
            .absoluteString.escapedForMarkup
    }
}

/// Finds the values of `href` and `src` in a start tag.
private struct TagScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        self.bytes = bytes
        position = start
        skip { !$0.isSpace && $0 != UInt8(ascii: ">") }
    }

    /// The range of the next value without quotes; nil at the end of the tag.
    mutating func nextAddress() -> Range<Int>? {
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            guard bytes[position].isLetter else {
                position += 1
                continue
            }
            let start = position
            skip { !$0.isSpace && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ">") }
            let name = bytes[start..<position]
            skip(while: \.isSpace)
            guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else { continue }
            position += 1
            skip(while: \.isSpace)
            let range = value()
            if Self.isAddress(name) { return range }
        }
        return nil
    }

    private mutating func value() -> Range<Int> {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else {
            let start = position
            skip { !$0.isSpace && $0 != UInt8(ascii: ">") }
            return start..<position
        }
        let quote = bytes[position]
        position += 1
        let start = position
        skip { $0 != quote }
        defer { position = min(position + 1, bytes.count) }
        return start..<position
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    private static func isAddress(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        func isEqual(_ other: StaticString) -> Bool {
            name.count == other.utf8CodeUnitCount
                && zip(name, UnsafeBufferPointer(start: other.utf8Start, count: name.count)).allSatisfy {
                    $0 | 0x20 == $1
                }
        }
        return isEqual("href") || isEqual("src")
    }
}
