import CLibXML2

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

    /// Whether the text is at that position.
    package func has(_ text: StaticString, at position: Int) -> Bool {
        guard let base = baseAddress, position + text.utf8CodeUnitCount <= count else { return false }
        return memcmp(base + position, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}
