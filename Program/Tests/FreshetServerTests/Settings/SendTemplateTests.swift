import Testing
import WebText

@testable import FreshetServer

@Suite("A service that items are sent to") struct SendTemplateTests {
    private func fill(
        _ address: String, url: String = "https://a.example/?x=1&y=2#z", title: String = "", text: String = ""
    ) -> String {
        SendTemplate("S", address).filled(with: SendTemplate.Item(url: url, title: title, text: text))
    }

    @Test("An address gets the item's values percent-encoded, so that none ends its place")
    func values() {
        #expect(
            fill("https://s.example/save?u={url}&t={title}", title: "Q&A #1 “50%” 'x' \"y\" 😀")
                == "https://s.example/save?u=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D2%23z&t=Q%26A%20%231%20%E2%80%9C50%25%E2%80%9D%20%27x%27%20%22y%22%20%F0%9F%98%80"
        )
        #expect(fill("https://s.example/{title}#{title}", title: "../a/b") == "https://s.example/..%2Fa%2Fb#..%2Fa%2Fb")
    }

    @Test("An address gets no placeholders from the item")
    func nested() {
        let filled = fill("https://s.example/?t={title}&x={text}", title: "{text}", text: "no")
        #expect(filled == "https://s.example/?t=%7Btext%7D&x=no")
    }

    @Test("An address gets titles on one line, and texts without control characters but line feeds")
    func lines() {
        #expect(fill("https://s.example/?t={title}", title: "a\r\nb\u{2028}c") == "https://s.example/?t=a%20b%20c")
        #expect(fill("https://s.example/?t={text}", text: "a\r\nb\u{0}\u{202e}c\n") == "https://s.example/?t=a%0Abc")
    }

    @Test("A mail has lines only in its body")
    func mail() {
        let text = "a\r\nBcc: x@example.org"
        #expect(fill("mailto:?subject={title}", title: text) == "mailto:?subject=a%20Bcc%3A%20x%40example.org")
        #expect(fill("mailto:?subject={text}", text: text) == "mailto:?subject=a%20Bcc%3A%20x%40example.org")
        #expect(fill("mailto:?body={text}", text: text) == "mailto:?body=a%0D%0ABcc%3A%20x%40example.org")
        #expect(fill("mailto:?subject={text}&body={text}", text: "a\nb") == "mailto:?subject=a%20b&body=a%20b")
    }

    @Test("A template keeps what its address has escaped, and escapes the rest")
    func literals() {
        let filled = fill("https://s.example/a%20b/ä?c=\"{title}\"", title: "t")
        #expect(filled == "https://s.example/a%20b/%C3%A4?c=%22t%22")
    }

    @Test("An address has at most 2,000 bytes, and the text is shortened first, after a whole character")
    func longest() {
        let family = "👨‍👩‍👧"
        let text = String(repeating: family, count: 500)
        let filled = fill("https://s.example/?t={title}&u={url}&x={text}", title: "Title", text: text)
        #expect((1_900...SendTemplate.longestFilled).contains(filled.utf8.count))
        let (encoded, rest) = (family.percentEncoded, filled.split(separator: "&x=").last ?? "")
        #expect(filled.contains("?t=Title&u=https") && rest.hasSuffix("…".percentEncoded))
        #expect(rest.dropLast("…".percentEncoded.count).split(separator: encoded).isEmpty)
        // A text that has no room is left out, and an item's address stays whole.
        let long = "https://a.example/" + String(repeating: "x", count: 1_980)
        #expect(fill("https://s.example/?u={url}&x={text}", url: long, text: text).hasSuffix("xx&x="))
        let titled = fill("https://s.example/?a={title}&b={title}", title: text)
        #expect(titled.utf8.count <= SendTemplate.longestFilled)
    }

    @Test("Each example can be used", arguments: SendTemplate.examples)
    func examples(template: SendTemplate) {
        #expect(template.refusal == nil)
        #expect(SendTemplate(line: template.line) == template)
    }

    @Test(
        "The refusal of an address names the fault",
        arguments: [
            ("", "Enter an address"), ("s.example/?u={url}", "no scheme"), ("//s.example/{url}", "no scheme"),
            ("javascript:alert({url})", "“javascript:”"), ("JavaScript:{url}", "“JavaScript:”"),
            ("data:text/html,{text}", "“data:”"), ("file:///{url}", "“file:”"),
            ("https://s.example/?u={link}", "“{link}” isn't a placeholder"),
            ("https://s.example/?u={url", "“{url” isn't a placeholder"),
            ("https://s.example/?u={URL}", "“{URL}” isn't a placeholder"),
            ("https://s.example/", "no placeholder"), ("https:s.example/{url}", "//"),
            ("https://{title}/", "host"), ("https://s.example{title}/", "host"),
            ("https://u:{title}@s.example/", "host"),
            ("https:///{url}", "isn't a web address"), ("https://s.example/a b?{url}", "spaces"),
            ("mailto:{title}?body={url}", "subject"), ("mailto:?cc={title}", "subject"),
            ("mailto:?{title}=a", "subject"), ("mailto:?subject=a&{text}", "subject"),
            ("https://s.example/{url}" + String(repeating: "x", count: 1_000), "at most 1,000"),
        ])
    func refused(address: String, words: String) throws {
        let refusal = try #require(SendTemplate("S", address).refusal)
        #expect(refusal.field == .address && refusal.reason.contains(words), "\(refusal.reason)")
    }

    @Test(
        "A template can be at any host, with placeholders in any part after it",
        arguments: [
            "https://s.example/{url}", "HTTP://192.168.1.2:8080/?u={url}", "http://[::1]/#{title}",
            "mailto:a@example.org?SUBJECT={title}&Body={text}", "https://s.example?{title}",
        ])
    func allowed(address: String) {
        #expect(SendTemplate("S", address).refusal == nil)
    }

    @Test("A service needs a name that isn't long")
    func names() {
        #expect(SendTemplate(" \n", "https://s.example/{url}").refusal?.field == .name)
        let long = SendTemplate(String(repeating: "x", count: 41), "https://s.example/{url}")
        #expect(long.refusal?.reason.contains("at most 40 characters. This one has 41.") == true)
    }

    @Test("An account has at most 20 services")
    func many() {
        let template = SendTemplate("S", "https://s.example/{url}")
        #expect(Array(repeating: template, count: 20).refusal == nil)
        #expect(Array(repeating: template, count: 21).refusal?.index == 20)
    }
}
