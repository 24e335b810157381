import TextDecoding
import WebText

/// The internal entities of a document; external ones have no text.
struct XMLEntities {
    private static let maximumCount = 512
    private static let maximumDepth = 8
    /// The maximum size of all values that replace a document's references, in bytes.
    private static let budget = 262_144

    private var values: [String: String] = [:]
    /// The size of the values read so far.
    private var spent = 0

    /// The text of an entity with its own references replaced; nil if it isn't declared, is external or exceeds a limit.
    mutating func text(of name: String) -> String? {
        guard !values.isEmpty, let text = text(of: name, depth: 0) else { return nil }
        return text
    }

    private mutating func text(of name: String, depth: Int) -> String? {
        guard depth < Self.maximumDepth, let value = values[name] else { return nil }
        // Before the value is read: references without a budget cost nothing.
        guard spent + value.utf8.count < Self.budget else { return nil }
        spent += value.utf8.count + 1
        var result = ""
        var rest = value[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...].dropFirst()
            guard let end = rest.firstIndex(of: ";") else {
                // No reference follows; each search would read the whole rest.
                result += "&"
                break
            }
            let inner = String(rest[..<end])
            if values[inner] != nil {
                guard let text = text(of: inner, depth: depth + 1) else { return nil }
                result += text
            } else {
                result += CharacterReferences.decoded("&\(inner);")
            }
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }

    /// Reads a document type declaration that begins at `start`; returns its end.
    mutating func readDocumentType(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start + 9
        var isInside = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                position = end(of: bytes, after: position, bytes[position])
            case UInt8(ascii: "["): isInside = true
            case UInt8(ascii: "]"): isInside = false
            case UInt8(ascii: ">") where !isInside: return position + 1
            case UInt8(ascii: "<") where isInside:
                if bytes.has("<!--", at: position) {
                    position = self.position(of: "-->", in: bytes, from: position + 4)
                } else if bytes.has("<!ENTITY", at: position) {
                    position = readEntity(bytes, from: position + 8)
                } else if bytes.has("<?", at: position) {
                    position = self.position(of: "?>", in: bytes, from: position + 2)
                }
            case UInt8(ascii: "<"):
                // The declaration never ends, so the document follows.
                return position
            default: break
            }
            position += 1
        }
        return bytes.count
    }

    /// Reads `name "value"`; returns the position of the last byte read.
    private mutating func readEntity(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        while position < bytes.count, bytes[position].isSpace { position += 1 }
        let nameStart = position
        while position < bytes.count, bytes[position].isReferenceCharacter { position += 1 }
        let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
        while position < bytes.count, bytes[position].isSpace { position += 1 }
        guard position < bytes.count, !name.isEmpty,
            bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else {
            // A parameter entity or an external entity.
            return position - 1
        }
        let valueEnd = end(of: bytes, after: position, bytes[position])
        if values.count < Self.maximumCount, values[name] == nil, valueEnd < bytes.count {
            values[name] = String(decoding: bytes[position + 1..<valueEnd], as: UTF8.self)
        }
        return valueEnd
    }

    private func end(of bytes: UnsafeBufferPointer<UInt8>, after quote: Int, _ mark: UInt8) -> Int {
        bytes[(quote + 1)...].firstIndex(of: mark) ?? bytes.count
    }

    /// The position of the last byte of that text.
    private func position(of text: StaticString, in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        bytes.firstIndex(of: text, from: start, to: bytes.count).map { $0 + text.utf8CodeUnitCount - 1 } ?? bytes.count
    }
}
