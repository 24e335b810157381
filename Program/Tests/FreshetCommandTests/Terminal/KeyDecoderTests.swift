import Testing

@testable import FreshetCommand

@Suite("Bytes from a terminal")
struct KeyDecoderTests {
    @Test(
        "are keys",
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
        var decoder = KeyDecoder()
        #expect(decoder.decode(text.utf8) == keys)
        #expect(!decoder.isWaiting)
    }

    @Test(
        "mean the same wherever reads cut them",
        arguments: ["\u{1B}[A\u{1B}[5~q", "\u{1B}OBü龙🙂", "\u{1B}[1;5A\u{1B}[15~j", "\u{1B}[[Ax"])
    func cut(text: String) {
        var whole = KeyDecoder()
        let expected = whole.decode(text.utf8)
        var decoder = KeyDecoder()
        #expect(text.utf8.flatMap { decoder.decode([$0]) } == expected)
        #expect(!decoder.isWaiting)
    }

    @Test(
        "that are no key the program knows are swallowed whole",
        arguments: [
            "\u{1B}[15~q", "\u{1B}[<0;10;20Mq", "\u{1B}[200~q", "\u{1B}xq", "\u{1B}OPq", "\u{1B}[[Aq", "\u{1B}[Iq",
            "\u{0}q", "\u{1C}q",
        ])
    func swallowed(text: String) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(text.utf8) == [.character("q")])
    }

    @Test(
        "that are no UTF-8 are skipped",
        arguments: [
            [0xFF], [0xC3], [0xE9, 0xBE], [0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func invalid(bytes: [UInt8]) {
        var decoder = KeyDecoder()
        #expect(decoder.decode(bytes + [UInt8(ascii: "q")]).last == .character("q"))
        #expect(!decoder.isWaiting)
    }

    @Test("leave it open whether a lone Escape is one, until nothing has followed")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1B]) == [])
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isWaiting)
        #expect(decoder.decode([0x1B]) + decoder.decode("[A".utf8) == [.up])
        #expect(decoder.decode([0x1B, 0x1B]) + decoder.flush() == [.escape, .escape])
    }

    @Test("forget a sequence that is cut short or has no end")
    func endless() {
        var decoder = KeyDecoder()
        #expect(decoder.decode("\u{1B}[12".utf8) + decoder.flush() == [])
        #expect(decoder.decode("\u{1B}[\u{1B}[A".utf8) == [.up])
        #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: UInt8(ascii: "1"), count: 1000)) == [])
        #expect(!decoder.isWaiting)
    }
}
