import Testing

@testable import FreshetCommand

@Suite("Bytes from a terminal")
struct InputDecoderTests {
    @Test(
        "Bytes from a terminal are decoded as keys",
        arguments: [
            ("q", [.character("q")]), ("G", [.character("G")]), (" ", [.character(" ")]), ("\r", [.enter]),
            ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
            ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]),
            ("jkq", [.character("j"), .character("k"), .character("q")]),
            ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
            ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OH", [.home]), ("\u{1B}OF", [.end]),
            ("\u{1B}OM", [.enter]),
            ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]), ("\u{1B}[1~", [.home]), ("\u{1B}[4~", [.end]),
            ("\u{1B}[7~", [.home]), ("\u{1B}[8~", [.end]),
            ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]), ("\u{1B}[3~", [.delete]), ("\u{1B}[1;5A", [.up]),
            ("\u{1B}[5;2~", [.pageUp]),
            ("ü龙🙂", [.character("ü"), .character("龙"), .character("🙂")]),
        ] as [(String, [Key])])
    func keys(text: String, keys: [Key]) {
        var decoder = InputDecoder()
        #expect(decoder.decode(text.utf8) == keys.map { .key($0) })
        #expect(!decoder.isWaiting)
    }

    @Test(
        "Bytes from a terminal mean the same wherever reads cut them",
        arguments: [
            "\u{1B}[A\u{1B}[5~q", "\u{1B}OBü龙🙂", "\u{1B}[1;5A\u{1B}[15~j", "\u{1B}[<64;3;4Mx",
            "\u{1B}[200~a\nü\u{1B}[201~q",
            "\u{1B}[[Ax",
        ])
    func cut(text: String) {
        var whole = InputDecoder()
        let expected = whole.decode(text.utf8)
        var decoder = InputDecoder()
        #expect(text.utf8.flatMap { decoder.decode([$0]) } == expected)
        #expect(!decoder.isWaiting)
    }

    @Test(
        "Bytes of unknown keys are ignored as a whole",
        arguments: [
            "\u{1B}[15~q", "\u{1B}[<0;10;20mq", "\u{1B}[<2;10;20Mq", "\u{1B}[<0;0;20Mq", "\u{1B}[201~q", "\u{1B}xq",
            "\u{1B}OPq", "\u{1B}[[Aq", "\u{1B}[Iq",
            "\u{0}q", "\u{1C}q",
        ])
    func swallowed(text: String) {
        var decoder = InputDecoder()
        #expect(decoder.decode(text.utf8) == [.key(.character("q"))])
    }

    @Test(
        "Reports of the mouse are presses and the wheel, counted from 0",
        arguments: [
            ("\u{1B}[<0;10;20M", Mouse.press), ("\u{1B}[<64;10;20M", .wheelUp), ("\u{1B}[<65;10;20M", .wheelDown),
            ("\u{1B}[<16;10;20M", .press),
        ])
    func mouse(text: String, mouse: Mouse) {
        var decoder = InputDecoder()
        #expect(decoder.decode(text.utf8) == [.mouse(mouse, .init(row: 19, column: 9))])
    }

    @Test("Bracketed bytes are one paste, even with control characters")
    func paste() {
        var decoder = InputDecoder()
        #expect(decoder.decode("x\u{1B}[200~https://a.example/q\u{1B}[A".utf8) == [.key(.character("x"))])
        #expect(!decoder.isWaiting)
        #expect(
            decoder.decode("b\u{1B}[201~q".utf8)
                == [.paste("https://a.example/q\u{1B}[Ab"), .key(.character("q"))])
    }

    @Test("Bytes of a paste are bounded")
    func longPaste() {
        var decoder = InputDecoder()
        _ = decoder.decode(Array("\u{1B}[200~".utf8) + Array(repeating: UInt8(ascii: "a"), count: 200_000))
        let events = decoder.decode("\u{1B}[201~".utf8)
        #expect(events == [.paste(String(repeating: "a", count: 65_536))])
    }

    @Test(
        "Bytes that aren't UTF-8 are skipped",
        arguments: [
            [0xFF], [0xC3], [0xE9, 0xBE], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        var decoder = InputDecoder()
        #expect(decoder.decode(bytes + [UInt8(ascii: "q")]).last == .key(.character("q")))
        #expect(!decoder.isWaiting)
    }

    @Test("Escape bytes become an Escape key only when nothing follows")
    func escape() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(!decoder.isWaiting)
        #expect(decoder.decode([0x1B]) + decoder.decode("[A".utf8) == [.key(.up)])
        #expect(decoder.decode([0x1B, 0x1B]) + decoder.flush() == [.key(.escape), .key(.escape)])
    }

    @Test("The decoder forgets a sequence that is cut short or has no end")
    func endless() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[12".utf8) + decoder.flush() == [])
        #expect(decoder.decode("\u{1B}[\u{1B}[A".utf8) == [.key(.up)])
        #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 1000)) == [])
        #expect(!decoder.isWaiting)
    }
}
