import Testing
import WebText

@testable import FreshetCommand

@Suite("A text field")
struct TextFieldTests {
    private func typed(_ keys: [Key], into text: String) -> TextField {
        var field = TextField(text)
        for key in keys {
            let isTaken = field.edit(.key(key))
            #expect(isTaken)
        }
        return field
    }

    @Test("A text field moves its cursor by characters and to both ends")
    func moving() {
        #expect(typed([.left, .left, .character("x")], into: "abc").text == "axbc")
        #expect(typed([.home, .character("x"), .end, .character("y")], into: "abc").text == "xabcy")
        #expect(
            typed([.control("a"), .right, .character("x"), .control("e"), .left], into: "abc").textBeforeCursor == "axb"
        )
        #expect(typed([.home, .left, .left], into: "abc").cursor == 0)
        #expect(typed([.right, .right], into: "abc").cursor == 3)
    }

    @Test("A text field deletes before and after its cursor, characters, words and the rest")
    func deleting() {
        #expect(typed([.left, .backspace], into: "abc").text == "ac")
        #expect(typed([.home, .delete], into: "abc").text == "bc")
        #expect(typed([.left, .control("u")], into: "abc").text == "c")
        #expect(typed([.left, .control("k")], into: "abc").text == "ab")
        #expect(typed([.left, .left, .control("w")], into: "one two  x").text == "one  x")
        #expect(typed([.control("w"), .control("w"), .control("w")], into: "one two").text == "")
        #expect(typed([.home, .backspace, .end, .delete], into: "abc").text == "abc")
    }

    @Test("A text field takes pasted text at its cursor, without control characters, and joins combining marks")
    func pasting() {
        var field = typed([.left], into: "ac")
        _ = field.edit(.paste("\u{1B}[31mb\n"))
        #expect(field.text == "ab c" && field.textBeforeCursor == "ab ")
        var accent = TextField("e")
        _ = accent.edit(.paste("\u{301}"))
        #expect(accent.cursor == 1)
    }

    @Test("A text field leaves other keys to the rest of the reader")
    func others() {
        var field = TextField("abc")
        for key in [Key.up, .down, .tab, .enter, .escape, .control("x")] {
            let isTaken = field.edit(.key(key))
            #expect(!isTaken)
        }
        #expect(field.text == "abc")
    }

    @Test("A text field keeps its cursor visible if the text is wider than the field", arguments: [1, 2, 5, 20])
    func narrow(width: Int) {
        var field = TextField("github.com/龙年/快乐")
        for _ in 0...16 {
            var screen = Screen(size: TerminalSize(columns: 24, rows: 1))
            screen.draw(field, row: 0, column: 2, width: width)
            let column = screen.cursor?.column ?? -1
            #expect((2..<2 + width).contains(column))
            #expect(screen.text[0].columns <= 2 + width)
            _ = field.edit(.key(.left))
        }
    }
}
