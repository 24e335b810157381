/// Decodes the bytes that a terminal sends into keys, across reads that split a sequence.
///
/// Unknown sequences are dropped whole, so that no part of them counts as typing. Buffers at most `longestSequence` bytes.
struct KeyDecoder: Sendable {
    private var pending: [UInt8] = []
    private static let longestSequence = 64

    /// Whether bytes are buffered. A lone Escape looks like the start of a sequence until a timeout; see ``flush()``.
    var isWaiting: Bool { !pending.isEmpty }

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        var rest = pending[...]
        while let (key, length) = Self.next(rest) {
            if let key { keys.append(key) }
            rest = rest.dropFirst(length)
        }
        pending = rest.count > Self.longestSequence ? [] : Array(rest)
        return keys
    }

    /// Decodes the buffered bytes as if nothing follows: Escape, or nothing for an incomplete sequence.
    mutating func flush() -> [Key] {
        defer { pending = [] }
        return pending == [0x1B] ? [.escape] : []
    }

    /// The first key of `bytes` (nil for an unknown sequence) and its length, or nil if it is incomplete.
    private static func next(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x1B: return escape(bytes)
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x7F, 0x08: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00..<0x20: return (nil, 1)
        case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(first))), 1)
        default: return character(bytes)
        }
    }

    private static func escape(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        guard let second = bytes.dropFirst().first else { return nil }
        switch second {
        case UInt8(ascii: "["):
            let body = bytes.dropFirst(2)
            guard let end = body.firstIndex(where: { !(0x20...0x3F ~= $0) }) else { return nil }
            // A byte that can't end a sequence starts something else: this sequence was cut off.
            guard 0x40...0x7E ~= bytes[end] else { return (nil, end - bytes.startIndex) }
            // The Linux console's function keys: "[[A".
            if bytes[end] == UInt8(ascii: "["), end == body.startIndex {
                return body.count > 1 ? (nil, 4) : nil
            }
            return (controlSequence(parameters: body[..<end], final: bytes[end]), end - bytes.startIndex + 1)
        case UInt8(ascii: "O"):
            guard let third = bytes.dropFirst(2).first else { return nil }
            return (
                0x40...0x7E ~= third ? controlSequence(parameters: [], final: third) : nil, 0x20...0x7E ~= third ? 3 : 2
            )
        case 0x1B: return (.escape, 1)
        case 0x20..<0x7F: return (nil, 2)  // Alt with a key
        default: return (.escape, 1)
        }
    }

    /// Keys of xterm, the Linux console, rxvt and the VT220. Modifiers, the second parameter, are ignored.
    private static func controlSequence(parameters: ArraySlice<UInt8>, final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): return .up
        case UInt8(ascii: "B"): return .down
        case UInt8(ascii: "C"): return .right
        case UInt8(ascii: "D"): return .left
        case UInt8(ascii: "H"): return .home
        case UInt8(ascii: "F"): return .end
        case UInt8(ascii: "M") where parameters.isEmpty: return .enter
        case UInt8(ascii: "~"): break
        default: return nil
        }
        switch String(decoding: parameters.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
        case "1", "7": return .home
        case "4", "8": return .end
        case "3": return .delete
        case "5": return .pageUp
        case "6": return .pageDown
        default: return nil
        }
    }

    private static func character(_ bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        let length: Int
        switch bytes[bytes.startIndex] {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return (nil, 1)
        }
        let continuation = bytes.dropFirst().prefix(length - 1).prefix { 0x80...0xBF ~= $0 }
        if continuation.count < length - 1 {
            // Incomplete at the end of a read, or cut off by a byte that starts something else.
            return bytes.count == continuation.count + 1 ? nil : (nil, continuation.count + 1)
        }
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first else {
            return (nil, length)
        }
        return (.character(character), length)
    }
}
