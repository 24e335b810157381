extension StringProtocol {
    /// The text without white space at its ends.
    package var trimmed: String {
        var rest = Substring(self).unicodeScalars
        while let first = rest.first, first.isWhiteSpace { rest.removeFirst() }
        while let last = rest.last, last.isWhiteSpace { rest.removeLast() }
        return String(rest)
    }

    /// The text on one line: each run of white space becomes one space, none at the ends.
    package var onOneLine: String {
        var copy = String(self)
        return copy.withUTF8 { bytes in
            bytes.isOnOneLine ? nil : String(decoding: bytes.onOneLine, as: UTF8.self)
        } ?? copy
    }

    /// Nil if the text is blank.
    package var ifNotBlank: String? {
        unicodeScalars.allSatisfy(\.isWhiteSpace) ? nil : String(self)
    }
}

extension Unicode.Scalar {
    fileprivate var isWhiteSpace: Bool {
        value < 0x80 ? value == 0x20 || (0x09...0x0d).contains(value) : properties.isWhitespace
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True if the text is already trimmed and collapsed.
    fileprivate var isOnOneLine: Bool {
        var wasSpace = true
        var position = 0
        while position < count {
            let length = whiteSpaceLength(at: position)
            if length > 0 {
                guard !wasSpace, self[position] == 0x20 else { return false }
            }
            wasSpace = length > 0
            position += 1
        }
        return isEmpty || !wasSpace
    }

    fileprivate var onOneLine: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count)
        var position = 0
        while position < count {
            let length = whiteSpaceLength(at: position)
            if length > 0 {
                if !result.isEmpty, result.last != 0x20 { result.append(0x20) }
                position += length
            } else {
                result.append(self[position])
                position += 1
            }
        }
        if result.last == 0x20 { result.removeLast() }
        return result
    }

    /// The length of white space (Unicode's White_Space) at that position in bytes; 0 for other text.
    private func whiteSpaceLength(at position: Int) -> Int {
        let byte = self[position]
        if byte < 0x80 { return byte == 0x20 || (0x09...0x0d).contains(byte) ? 1 : 0 }
        guard byte == 0xc2 || (0xe1...0xe3).contains(byte), position + 1 < count else { return 0 }
        let second = self[position + 1]
        if byte == 0xc2 { return second == 0x85 || second == 0xa0 ? 2 : 0 }
        guard position + 2 < count else { return 0 }
        switch (byte, second, self[position + 2]) {
        case (0xe1, 0x9a, 0x80), (0xe2, 0x80, 0x80...0x8a), (0xe2, 0x80, 0xa8), (0xe2, 0x80, 0xa9), (0xe2, 0x80, 0xaf),
            (0xe2, 0x81, 0x9f), (0xe3, 0x80, 0x80):
            return 3
        default: return 0
        }
    }
}
