import GRDB
import Platform

/// Encodes a text as a delta to the payload, which usually contains most of it.
///
/// Format: a sequence of `literal length, literal bytes, copy length, copy offset`. Numbers are LEB128. An offset
/// is relative to the end of the previous copy and zigzag-encoded, so that offsets are small.
enum TextDelta {
    private static let seed = 8
    /// The interval of bytes of the payload at which copies are found.
    private static let step = 4

    /// `feed_text(delta, payload)` in SQL.
    static let function = DatabaseFunction("feed_text", argumentCount: 2, pure: true) { values in
        guard case .blob(let delta) = values[0].storage, case .blob(let payload) = values[1].storage else { return "" }
        return decode(delta, against: payload) ?? ""
    }

    static func encode(_ text: String, against payload: Data) -> Data {
        var text = text
        return text.withUTF8 { text in
            payload.withUnsafeBytes { payload in
                var encoder = Encoder(text: text, payload: payload.bindMemory(to: UInt8.self))
                encoder.encode()
                return Data(encoder.output)
            }
        }
    }

    /// Nil if the delta doesn't match the payload.
    static func decode(_ delta: Data, against payload: Data) -> String? {
        if delta.isEmpty { return "" }
        return delta.withUnsafeBytes { delta in
            payload.withUnsafeBytes { payload in
                bytes(delta.bindMemory(to: UInt8.self), payload.bindMemory(to: UInt8.self)).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
        }
    }

    private static func bytes(
        _ delta: UnsafeBufferPointer<UInt8>, _ payload: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        var output: [UInt8] = []
        var position = 0, source = 0
        func number() -> Int? {
            var value = 0, shift = 0
            while position < delta.count, shift < 56 {
                let byte = delta[position]
                position += 1
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
        while position < delta.count {
            guard let literal = number(), literal <= delta.count - position else { return nil }
            output.append(contentsOf: delta[position..<position + literal])
            position += literal
            if position == delta.count { break }
            guard let length = number(), let offset = number() else { return nil }
            source += offset & 1 == 0 ? offset >> 1 : -(offset >> 1) - 1
            guard source >= 0, source <= payload.count, length <= payload.count - source else { return nil }
            output.append(contentsOf: payload[source..<source + length])
            source += length
        }
        return output
    }

    private struct Encoder {
        let text: UnsafeBufferPointer<UInt8>
        let payload: UnsafeBufferPointer<UInt8>
        var output: [UInt8] = []
        /// The end of the last copy in the payload.
        private var source = 0

        init(text: UnsafeBufferPointer<UInt8>, payload: UnsafeBufferPointer<UInt8>) {
            self.text = text
            self.payload = payload
        }

        mutating func encode() {
            var written = 0, position = 0
            if text.count >= TextDelta.seed, payload.count >= TextDelta.seed {
                let places = Places(payload)
                while position <= text.count - TextDelta.seed {
                    guard let copy = places.copy(of: text, at: position, from: written) else {
                        position += 1
                        continue
                    }
                    append(literal: written..<copy.text)
                    append(copy.length)
                    let offset = copy.payload - source
                    append(offset >= 0 ? offset << 1 : (-offset - 1) << 1 | 1)
                    source = copy.payload + copy.length
                    written = copy.text + copy.length
                    position = written
                }
            }
            if written < text.count { append(literal: written..<text.count) }
        }

        private mutating func append(literal range: Range<Int>) {
            append(range.count)
            output.append(contentsOf: text[range])
        }

        private mutating func append(_ number: Int) {
            var rest = number
            while rest >= 0x80 {
                output.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            output.append(UInt8(truncatingIfNeeded: rest))
        }
    }

    /// An index of the payload's byte sequences.
    private struct Places {
        struct Copy {
            var text: Int
            var payload: Int
            var length: Int
        }

        let payload: UnsafeBufferPointer<UInt8>
        private var table: [Int32]
        private let shift: UInt64

        init(_ payload: UnsafeBufferPointer<UInt8>) {
            self.payload = payload
            var bits: UInt64 = 8
            while 1 << bits < payload.count / TextDelta.step, bits < 16 { bits += 1 }
            shift = 64 - bits
            table = Array(repeating: -1, count: 1 << bits)
            // Backwards, so that the first of several equal positions wins.
            let last = (payload.count - TextDelta.seed) / TextDelta.step * TextDelta.step
            for place in stride(from: last, through: 0, by: -TextDelta.step) {
                table[slot(payload, place)] = Int32(truncatingIfNeeded: place)
            }
        }

        private func slot(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
            let value = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            return Int(truncatingIfNeeded: (value &* 0x9E37_79B9_7F4A_7C15) >> shift)
        }

        /// The longest run around `position` that the payload contains; it begins at `start` or later.
        func copy(of text: UnsafeBufferPointer<UInt8>, at position: Int, from start: Int) -> Copy? {
            var place = Int(table[slot(text, position)])
            guard place >= 0 else { return nil }
            var length = 0
            while position + length < text.count, place + length < payload.count,
                text[position + length] == payload[place + length]
            {
                length += 1
            }
            guard length >= TextDelta.seed else { return nil }
            var position = position
            while position > start, place > 0, text[position - 1] == payload[place - 1] {
                position -= 1
                place -= 1
                length += 1
            }
            return Copy(text: position, payload: place, length: length)
        }
    }
}
