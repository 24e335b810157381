import Testing
import WebText

@Suite("The beginning of a text")
struct BeginningTests {
    @Test(
        "The beginning of a text ends at a word, without the marks that follow it",
        arguments: [
            ("one two three", 20, "one two three"), ("one two three", 13, "one two three"),
            ("one two three", 12, "one two…"), ("one two three", 8, "one two…"), ("one two three", 7, "one two…"),
            ("one, two", 5, "one…"), ("one — two", 6, "one…"), ("", 3, ""),
        ])
    func words(text: String, length: Int, beginning: String) {
        #expect(text.beginning(atMost: length) == beginning)
    }

    @Test("A first word that is too long is cut", arguments: [("unbelievable", 5, "unbel…"), ("日本語の文章", 3, "日本語…")])
    func longWord(text: String, length: Int, beginning: String) {
        #expect(text.beginning(atMost: length) == beginning)
    }
}
