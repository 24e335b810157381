/// The result of checking bytes for UTF-8.
struct UTF8Check {
    /// Whether all bytes are ASCII.
    private(set) var isASCII = true
    /// The number of valid multibyte sequences.
    private(set) var sequences = 0
    /// The number of bytes that belong to none.
    private(set) var invalidBytes = 0

    /// Whether the bytes are valid UTF-8.
    var isValid: Bool { invalidBytes == 0 }
    /// Whether there is at least one valid multibyte sequence.
    var hasSequences: Bool { sequences > 0 }
    /// Whether the bytes are UTF-8 with defects: in text in another encoding, most bytes belong to no valid sequence, but a few
    /// neighbors form one by chance.
    var isMostlyValid: Bool { sequences > invalidBytes }

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let raw = UnsafeRawBufferPointer(bytes)
        var position = 0
        while position < raw.count {
            while position + 8 <= raw.count,
                raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
            {
                position += 8
            }
            guard position < raw.count else { return }
            if raw[position] < 0x80 {
                position += 1
                continue
            }
            isASCII = false
            let length = Self.sequenceLength(raw, position)
            if length > 0 { sequences += 1 } else { invalidBytes += 1 }
            position += max(length, 1)
        }
    }

    /// The length of a valid multibyte sequence at that position; 0 if there is none.
    private static func sequenceLength(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> Int {
        let first = bytes[position]
        func isContinuation(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xbf) -> Bool {
            position + distance < bytes.count && range.contains(bytes[position + distance])
        }
        switch first {
        case 0xc2...0xdf: return isContinuation(1) ? 2 : 0
        case 0xe0: return isContinuation(1, 0xa0...0xbf) && isContinuation(2) ? 3 : 0
        case 0xed: return isContinuation(1, 0x80...0x9f) && isContinuation(2) ? 3 : 0
        case 0xe1...0xef: return isContinuation(1) && isContinuation(2) ? 3 : 0
        case 0xf0: return isContinuation(1, 0x90...0xbf) && isContinuation(2) && isContinuation(3) ? 4 : 0
        case 0xf4: return isContinuation(1, 0x80...0x8f) && isContinuation(2) && isContinuation(3) ? 4 : 0
        case 0xf1...0xf3: return isContinuation(1) && isContinuation(2) && isContinuation(3) ? 4 : 0
        default: return 0
        }
    }
}
