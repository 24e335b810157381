#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif
internal import WebText

/// Makes the addresses in markup absolute.
enum MarkupLinks {
    /// The markup with the relative addresses of `href` and `src` resolved: fragments against the item's page, others against `base`.
    static func resolved(_ markup: String, base: URL?, page: URL?) -> String {
        guard base != nil || page != nil else { return markup }
        var copy = markup
        let replacements = copy.withUTF8 { Self.replacements(in: $0, base: base, page: page) }
        guard !replacements.isEmpty else { return markup }
        return copy.withUTF8 { bytes in
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + replacements.count * 64)
            var position = 0
            for (range, value) in replacements {
                result.append(contentsOf: bytes[position..<range.lowerBound])
                result += value.utf8
                position = range.upperBound
            }
            result.append(contentsOf: bytes[position...])
            return String(decoding: result, as: UTF8.self)
        }
    }

    private static func replacements(
        in bytes: UnsafeBufferPointer<UInt8>, base: URL?, page: URL?
    ) -> [(Range<Int>, String)] {
        var result: [(Range<Int>, String)] = []
        var position = 0
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<"), position + 1 < bytes.count, bytes[position + 1].isLetter else {
                position += 1
                continue
            }
            var scanner = TagScanner(bytes, from: position + 1)
            while let range = scanner.nextAddress() {
                let value = CharacterReferences.decoded(String(decoding: bytes[range], as: UTF8.self))
                guard !value.isEmpty, !WebLinks.hasScheme(value) else { continue }
                let url = WebLinks.url(value, base: value.hasPrefix("#") ? page ?? base : base ?? page)
                guard let url else { continue }
                let text = url.absoluteString.escapedForMarkup
                let isQuoted = range.lowerBound > 0 && [0x22, 0x27].contains(bytes[range.lowerBound - 1])
                result.append((range, isQuoted ? text : "\"\(text)\""))
            }
            position = scanner.position
        }
        return result
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

    /// The range of the next value, without quotation marks; nil at the end of the tag.
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
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
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
                && zip(name, UnsafeBufferPointer(start: other.utf8Start, count: name.count)).allSatisfy { $0 | 0x20 == $1 }
        }
        return isEqual("href") || isEqual("src")
    }
}
