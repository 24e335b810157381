import Foundation
import Testing
import WebFeeds

@Suite("A feed's encoding") struct EncodingTests {
    private func title(_ bytes: [UInt8], declared: String? = nil, charset: String? = nil) throws -> (
        String?, repairs: Int
    ) {
        let declaration = declared.map { "<?xml version=\"1.0\" encoding=\"\($0)\"?>" } ?? ""
        let body = Data((declaration + "<rss><channel><title>").utf8) + bytes + Data("</title></channel></rss>".utf8)
        let feed = try WebFeed(parsing: body, charset: charset)
        return (feed.title, feed.repairs)
    }

    private let utf8 = Array("é–".utf8)

    @Test("A feed's encoding is UTF-8 by default")
    func none() throws { #expect(try title(utf8) == ("é–", 0)) }

    @Test(
        "A feed's encoding is the header's, else the declaration's",
        arguments: [
            ("iso-8859-1", [0xe9, 0x96], "é–"), ("windows-1252", [0xe9, 0x80], "é€"), ("Latin1", [0xe9], "é"),
            ("iso-8859-15", [0xa4], "€"), ("windows-1251", [0xcf, 0xf0], "Пр"), ("koi8-r", [0xf0, 0xd2], "Пр"),
            ("Shift_JIS", [0x92, 0xaa], "潮"), ("EUC-JP", [0xc4, 0xac], "潮"), ("gb2312", [0xb3, 0xb1], "潮"),
            ("big5", [0xbc, 0xe9], "潮"), ("ISO-2022-JP", [0x1b, 0x24, 0x42, 0x44, 0x2c, 0x1b, 0x28, 0x42], "潮"),
            ("UTF-8", Array("é".utf8), "é"), ("utf8", Array("é".utf8), "é"),
        ] as [(String, [UInt8], String)])
    func labels(label: String, bytes: [UInt8], text: String) throws {
        #expect(try title(bytes, declared: label) == (text, 0))
        #expect(try title(bytes, charset: label) == (text, 0))
        #expect(try title(bytes, declared: "windows-1250", charset: label) == (text, 0))
    }

    @Test("A feed's encoding is the byte order mark's before all others")
    func mark() throws {
        let text = "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><rss><channel><title>é潮🌊</title></channel></rss>"
        let little = try #require(text.data(using: .utf16LittleEndian))
        let big = try #require(text.data(using: .utf16BigEndian))
        var bodies: [Data] = [little, big, try #require(text.data(using: .utf16))]
        bodies.append(Data([0xef, 0xbb, 0xbf]) + Data(text.utf8))
        bodies.append(Data([0xff, 0xfe]) + little)
        bodies.append(Data([0xfe, 0xff]) + big)
        for body in bodies { #expect(try WebFeed(parsing: body, charset: "windows-1251").title == "é潮🌊") }
    }

    @Test(
        "A feed's encoding is UTF-8 if the declared one is wrong and the bytes are valid UTF-8",
        arguments: ["iso-8859-1", "us-ascii", "Shift_JIS", "utf-16", "nonsense"])
    func lies(label: String) throws {
        #expect(try title(Array("Überé–".utf8), declared: label) == ("Überé–", 1))
        #expect(try title(Array("Überé–".utf8), charset: label) == ("Überé–", 1))
    }

    @Test("Declared UTF-8 that is invalid throughout is read as Windows-1252, and repaired if a part is valid")
    func broken() throws {
        #expect(try title([0xe9, 0x92], declared: "utf-8") == ("é’", 1))
        #expect(try title([0xe9, 0x92]) == ("é’", 1))
        #expect(try title(utf8 + [0xff, 0x41], declared: "utf-8") == ("é–\u{fffd}A", 1))
        let mostlyInvalid = utf8 + [0xff, 0xfe, 0x41, 0x92, 0x41]
        #expect(try title(mostlyInvalid, charset: "utf-8") == ("é–\u{fffd}\u{fffd}A\u{fffd}A", 1))
    }

    @Test("An undeclared encoding is Windows-1252 if only a few bytes happen to be valid UTF-8")
    func chance() throws {
        // “ÃŸ” is valid UTF-8 by chance.
        let text = Array("caf".utf8) + [0xe9, 0x20, 0xc3, 0x9f, 0x20, 0xfc, 0x62, 0x65, 0x72]
        #expect(try title(text) == ("café ÃŸ über", 1))
    }

    @Test("A feed's encoding is UTF-8 if most sequences are")
    func mostly() throws { #expect(try title(utf8 + utf8 + [0xe9, 0x41]) == ("é–é–\u{fffd}A", 1)) }

    @Test("The document's encoding is used if the header's fails")
    func second() throws {
        #expect(try title([0xcf, 0xf0], declared: "windows-1251", charset: "utf-8") == ("Пр", 1))
    }

    @Test("A feed is converted completely, regardless of length", arguments: ["Shift_JIS", "ISO-2022-JP", "utf-16"])
    func long(label: String) throws {
        let text = String(repeating: "潮の話、", count: 60_000)
        let encodings: [String: String.Encoding] = [
            "Shift_JIS": .shiftJIS, "ISO-2022-JP": .iso2022JP, "utf-16": .utf16LittleEndian,
        ]
        let document = "<rss><channel><item><description>\(text)</description></item></channel></rss>"
        let body = try #require(encodings[label].flatMap { document.data(using: $0) })
        let item = try #require(try WebFeed(parsing: body, charset: label).items.first)
        #expect(item.content == text)
    }
}
