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
