/// Finds terminal control sequences (ECMA-48) in text, in their 7-bit and 8-bit forms.
enum EscapeSequence {
    typealias Scalars = String.UnicodeScalarView

    /// The end of the sequence that begins at `start`; nil if none does.
    ///
    /// An incomplete sequence ends after its introducer, so that the text after it isn't lost.
    static func end(in scalars: Scalars, from start: Scalars.Index) -> Scalars.Index? {
        let next = scalars.index(after: start)
        switch scalars[start].value {
        case 0x1B:
            guard next < scalars.endIndex else { return next }
            let body = scalars.index(after: next)
            switch scalars[next].value {
            case UInt32(UInt8(ascii: "[")): return controlSequenceEnd(in: scalars, from: body) ?? body
            case let value where stringIntroducers.contains(value):
                return controlStringEnd(in: scalars, from: body) ?? body
            case 0x20...0x2F: return controlSequenceEnd(in: scalars, from: body, final: 0x30...0x7E) ?? next
            case 0x30...0x7E: return body
            default: return next
            }
        case 0x9B: return controlSequenceEnd(in: scalars, from: next) ?? next
        case 0x90, 0x98, 0x9D, 0x9E, 0x9F: return controlStringEnd(in: scalars, from: next) ?? next
        default: return nil
        }
    }

    /// `P`, `X`, `]`, `^` and `_`: device control, start of string, operating system command, privacy message, application command.
    private static let stringIntroducers: Set<UInt32> = [0x50, 0x58, 0x5D, 0x5E, 0x5F]

    /// Parameters and intermediates (0x20–0x3F), then one final byte.
    private static func controlSequenceEnd(
        in scalars: Scalars, from start: Scalars.Index, final: ClosedRange<UInt32> = 0x40...0x7E
    ) -> Scalars.Index? {
        var position = start
        while position < scalars.endIndex {
            let value = scalars[position].value
            position = scalars.index(after: position)
            if final.contains(value) { return position }
            guard 0x20...0x3F ~= value else { return nil }
        }
        return nil
    }

    /// Far longer than real titles and links. Bounds the time for hostile text.
    private static let longestString = 4096

    /// Everything up to BEL or the string terminator.
    private static func controlStringEnd(in scalars: Scalars, from start: Scalars.Index) -> Scalars.Index? {
        var position = start
        for _ in 0..<longestString {
            guard position < scalars.endIndex else { return nil }
            let value = scalars[position].value
            let next = scalars.index(after: position)
            if value == 0x07 || value == 0x9C { return next }
            if value == 0x1B, next < scalars.endIndex, scalars[next].value == 0x5C { return scalars.index(after: next) }
            position = next
        }
        return nil
    }
}
