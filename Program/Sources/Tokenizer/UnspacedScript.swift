/// The scripts in which a word isn't a run of letters between spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan
/// and others write no spaces between words, and Korean attaches particles to them.
///
/// The full-text index and rules compare their characters one by one, so that a word is found within a run of them.
package enum UnspacedScript {
    /// The first character of any of these scripts.
    package static let first: UInt32 = 0x0E00

    /// True if a character is compared by itself: a letter, a digit or a mark of one of these scripts.
    package static func contains(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<first: return false
        // The frequent ones: kana, ideographs, Hangul.
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x2_0000...0x2_A6DF:
            return true
        case _ where !isInBlock(scalar): return false
        default: break
        }
        switch Unicode.Scalar(scalar)?.properties.generalCategory {
        case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }

    /// True if it is one of the marks of these scripts, at which SQLite's tokenizer splits words.
    package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case first...0x1AFF, 0x3020...0x309F, 0xA900...0xAAFF:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark: contains(scalar.value)
            default: false
            }
        default: false
        }
    }

    private static func isInBlock(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0E00...0x109F,  // Thai, Lao, Tibetan, Burmese
            0x1100...0x11FF,  // Hangul letters
            0x1780...0x17FF,  // Khmer
            0x1950...0x19DF, 0x1A20...0x1AAF,  // Tai
            0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x303C, 0x3041...0x33FF, 0x3400...0x9FFF,  // East Asia
            0xA960...0xA97F, 0xA9E0...0xA9FF, 0xAA60...0xAADF, 0xAC00...0xD7FF,  // Hangul, Burmese, Tai
            0xF900...0xFAFF, 0xFF66...0xFFDC, 0x1_AFF0...0x1_B16F, 0x2_0000...0x3_FFFF:  // East Asia
            true
        default: false
        }
    }

    /// True if a character vanishes within a run: a variation selector, or an invisible space, with which Khmer and Thai texts
    /// say where lines may break.
    package static func isIgnored(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x200B...0x200D, 0x2060, 0xFE00...0xFE0F, 0xFEFF, 0xE_0100...0xE_01EF: true
        default: false
        }
    }

    /// The character of usual width for a full-width letter or digit, or half-width kana; others unchanged.
    package static func ofUsualWidth(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0xFF01...0xFF5E: scalar - 0xFEE0
        case 0xFF66...0xFF9F: usualKana[Int(scalar - 0xFF66)]
        default: scalar
        }
    }

    /// From U+FF66; the last two are the combining marks of voiced kana.
    private static let usualKana: [UInt32] =
        "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
        .unicodeScalars.map(\.value) + [0x3099, 0x309A]

    /// The one character for two, as Unicode composes them: voiced kana, and the syllables of Hangul letters.
    package static func composed(_ scalar: UInt32, _ next: UInt32) -> UInt32? {
        switch next {
        case 0x3099, 0x309A: kana(scalar, isVoiced: next == 0x3099)
        case 0x1161...0x1175 where 0x1100...0x1112 ~= scalar:
            0xAC00 + ((scalar - 0x1100) * 21 + next - 0x1161) * 28
        case 0x11A8...0x11C2 where 0xAC00...0xD7A3 ~= scalar && (scalar - 0xAC00) % 28 == 0:
            scalar + next - 0x11A7
        default: nil
        }
    }

    private static func kana(_ scalar: UInt32, isVoiced: Bool) -> UInt32? {
        // Katakana are as far from each other as hiragana.
        let shift: UInt32 = 0x30A1...0x30FE ~= scalar ? 0x60 : 0
        let hiragana = scalar - shift
        switch hiragana {
        // Each is followed by its voiced form; those of h by the semi-voiced form, too.
        case 0x306F, 0x3072, 0x3075, 0x3078, 0x307B: return scalar + (isVoiced ? 1 : 2)
        case 0x304B...0x3062 where hiragana % 2 == 1, 0x3064, 0x3066, 0x3068, 0x309D: return isVoiced ? scalar + 1 : nil
        case 0x3046: return isVoiced ? 0x3094 + shift : nil
        case 0x308F...0x3092 where shift > 0: return isVoiced ? scalar + 8 : nil
        default: return nil
        }
    }
}
