import Foundation
import Testing
import WebText

@Suite("A form of parts") struct MultipartFormTests {
    private static let type = "multipart/form-data; boundary=b1"

    private func read(_ body: String, _ type: String = type) -> MultipartForm? {
        MultipartForm(Data(body.utf8), contentType: type)
    }

    private func part(_ disposition: String, _ contents: String) -> String {
        "--b1\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(contents)\r\n"
    }

    @Test("A form of parts has fields and files in order, with any contents")
    func parts() throws {
        let body =
            part("name=\"a\"", "") + part("name=b", "x\r\n--b\r\ny")
            + part("name=\"a\"; filename=\"q%22;.txt\"", "-b1")
            + "--b1 \t\r\ncontent-type: text/plain\r\nCONTENT-DISPOSITION: form-data; NAME=\"c;d\"\r\n\r\né\r\n--b1--"
        let form = try #require(read(body))
        #expect(form.parts.map(\.name) == ["a", "b", "a", "c;d"])
        #expect(form.parts.map { String(decoding: $0.contents, as: UTF8.self) } == ["", "x\r\n--b\r\ny", "-b1", "é"])
        #expect(form.parts.map(\.fileName) == [nil, nil, "q\";.txt", nil])
        #expect(form.file == Data("-b1".utf8))
    }

    @Test("A boundary may be quoted and in any place, and text may come before the first part")
    func boundaries() {
        let body = part("name=a", "1") + "--b1--\r\n"
        for type in [
            "Multipart/Form-Data;BOUNDARY=\"b1\"", "multipart/form-data; charset=utf-8; boundary=b1",
            "multipart/form-data; boundary=b1; x=y",
        ] { #expect(read(body, type)?.parts.count == 1, "\(type)") }
        #expect(read("before\r\n" + body)?.parts.count == 1)
        #expect(read("--b1--")?.parts.isEmpty == true)
    }

    @Test(
        "A form of parts isn't read without an end, a boundary, or the type",
        arguments: [
            ("--b1\r\nContent-Disposition: form-data; name=a\r\n\r\n1", type), ("", type), ("--b2--", type),
            ("--b1\r\nname\r\n--b1--", type), ("--b1--", "multipart/form-data"),
            ("--b1--", "multipart/mixed; boundary=b1"),
            ("----", "multipart/form-data; boundary=\"\""), ("--b1x\r\n\r\n\r\n--b1--", type),
        ])
    func refused(body: String, type: String) { #expect(read(body, type) == nil) }

    @Test("A form of parts isn't read with a boundary or headers that are too long")
    func limits() {
        let long = String(repeating: "b", count: 71)
        #expect(read("--\(long)--", "multipart/form-data; boundary=\(long)") == nil)
        #expect(read(part("name=a; x=\(String(repeating: "y", count: 9_000))", "1") + "--b1--") == nil)
        #expect(read(part("name=a", String(repeating: "y", count: 1 << 20)) + "--b1--")?.parts.count == 1)
    }
}
