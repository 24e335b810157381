import Testing
import WebText

@testable import FreshetCommand

@Suite("The width of text on a terminal")
struct TextWidthTests {
    @Test(
        "The columns of text agree with Python's wcwidth 0.7",
        arguments: [
            ("", 0), ("plain", 5), ("Å", 1), ("e\u{301}", 1), ("a\u{301}\u{302}", 1), ("Ж", 1), ("α", 1), ("שלום", 4),
            ("سلام", 4), ("ไทย", 3),
            ("ﷺ", 1), ("\u{200D}", 0), ("\u{FEFF}", 0), ("\u{3099}", 0),
            ("한국어", 6), ("각", 2), ("\u{1100}\u{1161}\u{11A8}", 2), ("가", 2), ("ꥠ", 2), ("ラーメン", 8), ("ｶﾞ", 2), ("ｱ", 1),
            ("が", 2), ("〜", 2),
            ("１", 2), ("Ｆｒｅｓｈｅｔ", 14), ("﹏", 2), ("〈", 2), ("⟨", 1), ("𠀀", 2), ("☷", 2), ("𝒜", 1),
            ("नमस्ते", 4), ("क्ष", 2), ("क्षि", 2), ("स्त्री", 2), ("நி", 2), ("கொ", 2), ("का", 2),
        ])
    func scripts(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test("Characters of ambiguous width take one column", arguments: ["…", "—", "“", "★", "①", "℃", "━", "●"])
    func ambiguous(text: String) {
        #expect(text.columns == 1)
    }

    @Test(
        "An emoji takes two columns, regardless of its number of scalars",
        arguments: [
            "☕", "⚡", "⌚", "⬛", "♈", "🀄", "🃏", "🫩", "🪾", "㊗", "〰", "😀\u{FE0E}",
            "❤\u{FE0F}", "☀\u{FE0F}", "▶\u{FE0F}", "©\u{FE0F}", "✂\u{FE0F}", "1\u{FE0F}\u{20E3}", "#\u{FE0F}\u{20E3}",
            "㊗\u{FE0F}",
            "👍🏽", "🏽", "🇩🇪", "🇩", "👨‍👩‍👧‍👦", "👩🏽‍🚀", "🏳️‍🌈", "🏴‍☠️", "🐻‍❄️", "🫱🏻‍🫲🏿", "🧑‍🧑‍🧒", "☝🏽", "❤\u{200D}🔥",
        ])
    func pictures(text: String) {
        #expect(text.columns == 2)
    }

    @Test(
        "A symbol without the emoji variation selector takes one column",
        arguments: ["❤", "▶", "©", "✂", "☎\u{FE0E}", "⚠\u{FE0E}"])
    func symbols(text: String) {
        #expect(text.columns == 1)
    }

    @Test("The columns of a line add up over its clusters")
    func sum() {
        #expect("🇩🇪🇫🇷".columns == 4)
        #expect("é龙👨‍👩‍👧‍👦!".columns == 6)
    }

    @Test("The fast path counts columns only for visible scalars that join nothing")
    func simple() {
        let marks: [Unicode.GeneralCategory] = [.nonspacingMark, .spacingMark, .enclosingMark, .format, .control]
        let wrong = (0...0x1FFFF).lazy.compactMap(Unicode.Scalar.init).filter { scalar in
            guard let columns = scalar.simpleColumns else { return false }
            let properties = scalar.properties
            return Character(scalar).columns != columns || "a\(scalar)b".count != 3
                || marks.contains(properties.generalCategory) || properties.isDefaultIgnorableCodePoint
                || properties.isWhitespace && scalar != " "
        }
        #expect(Array(wrong) == [])
    }

    @Test("Control characters take no columns")
    func controls() {
        #expect("\u{0}\u{1B}\u{7F}\u{9B}".columns == 0)
    }
}
