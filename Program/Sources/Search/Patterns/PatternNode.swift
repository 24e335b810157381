import Tokenizer

/// A part of a parsed pattern.
indirect enum PatternNode {
    case empty
    case scalar(UInt32)
    /// Any character except a line feed.
    case any
    case set(ScalarSet)
    case start
    case end
    case wordBoundary(Bool)
    case sequence([PatternNode])
    case choice([PatternNode])
    case repetition(PatternNode, from: Int, to: Int?)
}

/// A class of folded characters.
struct ScalarSet: Sendable {
    /// A named class.
    enum Named: Sendable {
        case digit, word, space

        func contains(_ scalar: UInt32) -> Bool {
            switch self {
            case .digit: 0x30...0x39 ~= scalar
            case .word: scalar == 0x5F || CharacterFolding.isWord(scalar)
            case .space: scalar == 0x20 || 0x09...0x0D ~= scalar || scalar == 0xA0 || scalar == 0x2028
            }
        }
    }

    var ranges: [ClosedRange<UInt32>] = []
    var named: [(name: Named, isNegated: Bool)] = []
    var isNegated = false

    func contains(_ scalar: UInt32) -> Bool {
        let isListed =
            ranges.contains { $0.contains(scalar) } || named.contains { $0.name.contains(scalar) != $0.isNegated }
        return isListed != isNegated
    }

    /// Adds the characters in folded form.
    mutating func insert(_ range: ClosedRange<UInt32>) {
        ranges.append(range)
        // Ranges this long belong to scripts without case.
        guard range.count <= 2_000 else { return }
        for scalar in range {
            for folded in CharacterFolding.folded(scalar) where !range.contains(folded) {
                if ranges.last.map({ $0.upperBound &+ 1 == folded }) == true, let last = ranges.popLast() {
                    ranges.append(last.lowerBound...folded)
                } else {
                    ranges.append(folded...folded)
                }
            }
        }
    }
}
