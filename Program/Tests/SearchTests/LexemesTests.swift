import Search
import Testing

@testable import Tokenizer

@Suite("The entries of the full-text index")
struct LexemesTests {
    private func entries(_ text: String) -> [String] {
        Lexemes(ofText: text).words.map { $0.replacing("\u{E000}", with: "#") }
    }

    private func phrase(_ text: String, isPrefix: Bool = false) -> String {
        let lexemes = Lexemes(ofPhrase: text, isPrefix: isPrefix)
        return lexemes.words.joined(separator: " ").replacing("\u{E000}", with: "#") + (lexemes.isPrefix ? "*" : "")
    }

    @Test("The entries of a text are its words and, for runs, pairs of characters and each character once")
    func text() {
        #expect(entries("A Crème-brûlée") == ["a", "creme", "brulee"])
        #expect(entries("日本の本") == ["日本", "本の", "の本", "本", "#日", "#本", "#の"])
        #expect(entries("iPhone15発売 today") == ["iphone15", "発売", "売", "today", "#発", "#売"])
        #expect(entries("日。本") == ["日", "本", "#日", "#本"] && entries("。！") == [])
    }

    @Test("The entries of a phrase leave open where its last run ends")
    func phrases() {
        #expect(phrase("日") == "#日" && phrase("日本") == "日本" && phrase("日本の") == "日本 本の")
        #expect(phrase("15発") == "15 発*" && phrase("15発売") == "15 発売" && phrase("発売15") == "発売 売 15")
        #expect(phrase("swi", isPrefix: true) == "swi*" && phrase("日本", isPrefix: true) == "日本" && phrase("!") == "")
    }

    @Test(
        "The entries of the index differ from SQLite's words only in these scripts or full-width letters",
        arguments: [
            ("plain Straße café Ж ع א “quoted” … — 🎉", false), ("日", true), ("ไ", true), ("한", true), ("Ａ", true),
            ("ｱ", true),
            ("𠮷", true), ("é\u{301}", false), ("。", false),
        ])
    func different(text: String, differs: Bool) {
        #expect(Lexemes.differ(in: text) == differs)
    }

    @Test(
        "The entries of the index have kana and Hangul letters composed",
        arguments: [
            ("か\u{3099}", "が"), ("は\u{309A}", "ぱ"), ("う\u{3099}", "ゔ"), ("ウ\u{3099}", "ヴ"), ("ハ\u{309A}", "パ"),
            ("ワ\u{3099}", "ヷ"), ("ゝ\u{3099}", "ゞ"), ("つ\u{3099}", "づ"), ("ホ\u{3099}", "ボ"), ("ﾊﾞ", "バ"),
            ("\u{1112}\u{1161}", "하"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("하\u{11AB}", "한"),
        ])
    func composed(text: String, character: String) {
        #expect(entries(text) == [character, "#" + character])
    }

    @Test(
        "The entries of the index compose no other characters",
        arguments: ["あ\u{3099}", "な\u{309A}", "日\u{3099}", "한\u{11AB}", "わ\u{3099}"])
    func notComposed(text: String) {
        #expect(entries(text).count == 4)
    }

    /// Swift's own composition is that of the Unicode standard.
    @Test("The entries of the index compose each pair that Unicode does")
    func standard() {
        for base in (UInt32(0x3041)...0x30FF) {
            for mark: UInt32 in [0x3099, 0x309A] {
                guard let composed = UnspacedScript.composed(base, mark) else { continue }
                let pair = [base, mark].compactMap(UnicodeScalar.init).map { String($0) }.joined()
                #expect(UnicodeScalar(composed).map { String($0) } == pair)
            }
        }
    }
}
