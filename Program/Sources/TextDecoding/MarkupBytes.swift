import CLibXML2

extension UInt8 {
    @inlinable package var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }

    /// Control characters, `<`, `&`, and the first byte of U+FFFE and U+FFFF.
    @inlinable @inline(__always) package var isSpecialInXML: Bool {
        self == 0x3c || self == 0x26 || self == 0xef || (self < 0x20 && self != 0x0a && self != 0x09 && self != 0x0d)
    }

    /// A letter, `_`, `:` or any non-ASCII character.
    @inlinable package var isNameStart: Bool {
        (0x61...0x7a).contains(self | 0x20) || self == 0x5f || self == 0x3a || self >= 0x80
    }

    /// Characters between `&` and `;`.
    @inlinable package var isReferenceCharacter: Bool {
        isNameStart || (0x30...0x39).contains(self) || self == 0x23 || self == 0x2d || self == 0x2e
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The position of the first matching byte in a range; nil if there is none.
    package func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
        guard let base = baseAddress, start < end, let found = memchr(base + start, Int32(byte), end - start) else {
            return nil
        }
        return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
    }

    /// The position of the first occurrence of a text in a range; nil if there is none.
    package func firstIndex(of text: StaticString, from start: Int, to end: Int) -> Int? {
        guard let base = baseAddress else { return nil }
        let length = text.utf8CodeUnitCount
        var position = start
        while let found = firstIndex(of: text.utf8Start[0], from: position, to: end), found + length <= end {
            if memcmp(base + found, text.utf8Start, length) == 0 { return found }
            position = found + 1
        }
        return nil
    }

    /// Returns true if the text is at a position.
    package func has(_ text: StaticString, at position: Int) -> Bool {
        guard let base = baseAddress, position + text.utf8CodeUnitCount <= count else { return false }
        return memcmp(base + position, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
