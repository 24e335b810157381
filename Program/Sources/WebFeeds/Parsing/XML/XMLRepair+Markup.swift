import TextDecoding

extension XMLRepair {
    /// Reads a tag, a CDATA section, or markup to leave out.
    mutating func markup() {
        guard position + 1 < bytes.count else { return dropRest() }
        switch bytes[position + 1] {
        case UInt8(ascii: "!"): declaration()
        case UInt8(ascii: "?"): skip(past: "?>")
        case UInt8(ascii: "/") where position + 2 < bytes.count && bytes[position + 2].isNameStart:
            depth -= 1
            tag()
        case let byte where byte.isNameStart:
            depth += 1
            tag()
        default:
            repairs += 1
            output.write("&lt;")
            position += 1
        }
        if depth > Self.maximumDepth { isCutOff = true }
    }

    /// Copies a tag up to its `>`, or up to an unquoted `<`, which no tag contains.
    private mutating func tag() {
        var quote: UInt8?
        var attributes = 0
        var end = position + 1
        while end < bytes.count {
            let byte = bytes[end]
            switch byte {
            case UInt8(ascii: "<"):
                copy(to: end)
                guard quote != nil else { return }
                repairs += 1
                output.write("&lt;")
                position += 1
            case UInt8(ascii: "&"):
                copy(to: end)
                reference()
                end = position
                continue
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil {
                    quote = byte
                    attributes += 1
                    if attributes > Self.maximumAttributes {
                        isCutOff = true
                        return
                    }
                } else if quote == byte {
                    quote = nil
                }
            case UInt8(ascii: ">") where quote == nil:
                if bytes[end - 1] == UInt8(ascii: "/") { depth -= 1 }
                return copy(to: end + 1)
            default:
                if byte.isSpecialInXML {
                    copy(to: end)
                    dropCharacter()
                    end = position
                    continue
                }
            }
            end += 1
        }
        copy(to: end)
    }

    /// Copies everything before `end`.
    mutating func copy(to end: Int) {
        output.write(UnsafeBufferPointer(rebasing: bytes[position..<end]))
        position = end
    }

    private mutating func declaration() {
        if bytes.has("<!--", at: position) {
            position += 4
            skip(past: "-->")
        } else if bytes.has("<![CDATA[", at: position) {
            characterData()
        } else if bytes.has("<!DOCTYPE", at: position) || bytes.has("<!doctype", at: position) {
            position = entities.readDocumentType(bytes, from: position)
        } else {
            repairs += 1
            skip(past: ">")
        }
    }

    /// Copies a CDATA section in parts: for a long one the parser would search its end again and again.
    private mutating func characterData() {
        position += 9
        let found = bytes.firstIndex(of: "]]>", from: position, to: bytes.count)
        if found == nil { repairs += 1 }
        let last = found ?? bytes.count
        output.write("<![CDATA[")
        while position < last {
            let limit = min(position + Self.sectionSize, last)
            var end = position
            while end < limit,
                !bytes[end].isSpecialInXML || bytes[end] == UInt8(ascii: "<") || bytes[end] == UInt8(ascii: "&")
            {
                end += 1
            }
            let isCut = end == limit && limit < last
            // Doesn't split a character or `]]`.
            while isCut, end < last, bytes[end] & 0xc0 == 0x80 || bytes[end] == UInt8(ascii: "]") { end += 1 }
            copy(to: end)
            if isCut {
                output.write("]]><![CDATA[")
            } else if end < last {
                dropCharacter()
            }
        }
        output.write("]]>")
        position = found.map { $0 + 3 } ?? bytes.count
    }

    private static let sectionSize = 16_384

    /// Skips past the text, or drops the rest if it isn't found.
    private mutating func skip(past text: StaticString) {
        guard let found = bytes.firstIndex(of: text, from: position, to: bytes.count) else { return dropRest() }
        position = found + text.utf8CodeUnitCount
    }

    private mutating func dropRest() {
        repairs += 1
        position = bytes.count
    }
}
