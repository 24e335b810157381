import Testing
import WebText

@Suite("Pictures in allowed markup") struct PictureMarkupTests {
    private func reduced(_ markup: String) -> String {
        AllowedMarkup(markup) { ServedPicture(path: "/pictures/" + $0.text.dropFirst("https://".count)) }.html
            .replacing(" dir=\"auto\"", with: "").replacing(" loading=\"lazy\" decoding=\"async\"", with: "")
            .replacing(" rel=\"noopener noreferrer nofollow\"", with: "")
    }

    @Test(
        "Pictures are loaded lazily from the given path, with their descriptions and sizes",
        arguments: [
            ("<img src=https://a.example/p.png alt='A <cat>'>", "alt=\"A &lt;cat&gt;\""),
            ("<img src=https://a.example/p.png>", "alt=\"\""),
            ("<img src=https://a.example/p.png title=A>", "alt=\"A\""),
            ("<img src=https://a.example/p.png alt=A title=B>", "alt=\"A\" title=\"B\""),
            ("<img src=https://a.example/p.png width=640 height=480px>", "alt=\"\" width=\"640\" height=\"480\""),
            ("<img src=https://a.example/p.png width=640>", "alt=\"\""),
            ("<img src=https://a.example/p.png width=100% height=20em>", "alt=\"\""),
            ("<img src=https://a.example/p.png width=10001 height=9>", "alt=\"\""),
            ("<img src=https://a.example/p.png width=99999999999999999999 height=9>", "alt=\"\""),
        ])
    func shown(markup: String, attributes: String) {
        #expect(reduced(markup) == "<p><img src=\"/pictures/a.example/p.png\" \(attributes)></p>")
        #expect(
            AllowedMarkup(markup) { _ in ServedPicture(path: "/pictures/1") }.html.contains(
                " loading=\"lazy\" decoding=\"async\">"))
    }

    @Test(
        "Pictures have the proportions of their files, once known, in the width of the markup",
        arguments: [
            ("", "width=\"640\" height=\"480\""), ("width=320", "width=\"320\" height=\"240\""),
            ("width=320 height=999", "width=\"320\" height=\"240\""), ("height=10", "width=\"640\" height=\"480\""),
        ])
    func known(attributes: String, size: String) {
        let picture = ServedPicture(path: "/p", size: ServedPicture.Size(width: 640, height: 480))
        let html = AllowedMarkup("<img src=https://a.example/p \(attributes)>") { _ in picture }.html
        #expect(html.contains("<img src=\"/p\" alt=\"\" \(size) loading"))
    }

    @Test("The first picture is the item's, unless it is as small as a symbol")
    func first() {
        func first(_ markup: String) -> String? {
            AllowedMarkup(markup) { ServedPicture(path: $0.text) }.firstPicture?.path
        }
        let symbol = "<img src=https://a.example/1 width=16 height=16>"
        #expect(
            first(symbol + "<p><img src=https://a.example/2><img src=https://a.example/3>") == "https://a.example/2")
        #expect(first(symbol) == nil && first("<p>x") == nil)
        #expect(AllowedMarkup("<img src=https://a.example/2>").firstPicture == nil)
    }

    @Test(
        "Media in markup never become players, which only the files of an item have",
        arguments: [
            "<audio src=https://a.example/a.mp3 autoplay controls></audio>",
            "<video autoplay poster=https://a.example/p.png><source src=https://a.example/v.mp4><track src=https://a.example/t.vtt></video>",
            "<VIDEO SRC=https://a.example/v.mp4>",
            "<p><source src=https://a.example/a.mp3><track src=https://a.example/t>",
            "<embed src=https://a.example/v.swf><object data=https://a.example/v.swf></object>",
            "&lt;audio src=x>", "<svg><audio src=https://a.example/a.mp3></svg>",
            "<math><mtext><video src=https://a.example/v></mtext></math>",
        ])
    func players(markup: String) {
        let html = AllowedMarkup(markup) { ServedPicture(path: $0.text) }.html.lowercased()
        #expect(!html.contains(/<(audio|video|source|track|embed|object|iframe)/))
    }

    @Test("Pictures keep the links and captions around them")
    func around() {
        #expect(
            reduced("<a href=https://a.example/big><img src=https://a.example/p></a>")
                == "<p><a href=\"https://a.example/big\"><img src=\"/pictures/a.example/p\" alt=\"\"></a></p>")
        #expect(
            reduced("<figure><img src=https://a.example/p><figcaption>Low tide</figcaption></figure>")
                == "<figure><p><img src=\"/pictures/a.example/p\" alt=\"\"></p><figcaption>Low tide</figcaption></figure>"
        )
    }

    @Test(
        "Pictures come from the candidate that suits a page",
        arguments: [
            (
                "src=https://a.example/s srcset='https://a.example/1 300w, https://a.example/2 1024w,https://a.example/3 2400w'",
                "2"
            ),
            (
                "src=https://a.example/s srcset='https://a.example/1, https://a.example/2 2x, https://a.example/3 3x'",
                "2"
            ),
            ("src=https://a.example/s srcset='https://a.example/a,b 900w'", "a,b"),
            ("src=https://a.example/s srcset='https://a.example/1 -5w, https://a.example/2 nanw, ,, 3x'", "s"),
            ("src=https://a.example/s srcset='javascript:alert(1) 1200w, /local 1200w'", "s"),
            ("src=data:image/gif;base64,x data-src=https://a.example/lazy", "lazy"),
            ("src=https://a.example/placeholder data-lazy-src=https://a.example/lazy", "lazy"),
            ("src=https://a.example/s srcset='data:x 1w' data-srcset='https://a.example/1 800w'", "1"),
        ])
    func chosen(attributes: String, name: String) {
        #expect(reduced("<img \(attributes)>") == "<p><img src=\"/pictures/a.example/\(name)\" alt=\"\"></p>")
    }

    @Test("Pictures come from the sources of a picture element if its image has no address")
    func element() {
        let source = "<picture><source srcset='https://a.example/1 900w'>"
        #expect(reduced(source + "<img src=https://a.example/2></picture>").contains("/pictures/a.example/2"))
        #expect(reduced(source + "<img src=data:x></picture>").contains("/pictures/a.example/1"))
    }

    @Test(
        "Pictures that only count readers are left out",
        arguments: [
            "width=1 height=1 src=https://a.example/x", "width=2px height=2px src=https://a.example/x",
            "height=0 src=https://a.example/x", "style='display: none' src=https://a.example/x",
            "src=https://pixel.wp.com/b.gif?x=1", "src=https://feeds.feedburner.com/~r/a/~4/b",
            "src=https://www.google-analytics.com/collect", "src=https://a.example/pixel.gif?id=1",
        ])
    func trackers(attributes: String) { #expect(reduced("<img \(attributes)>") == "") }

    @Test(
        "Pictures have no other attributes and addresses",
        arguments: [
            "<img src=javascript:alert(1)>", "<img src=data:image/png;base64,x>", "<img src=//evil.example/x>",
            "<img src=/local>", "<img src=x onerror=alert(1)>", "<img srcset='javascript:alert(1) 2x'>",
        ])
    func hostile(markup: String) { #expect(reduced(markup) == "") }

    @Test("The texts of pictures can't leave their attributes")
    func escaped() throws {
        let markup = """
            <img src='https://a.example/"><script>' alt='"onload="alert(1)\u{202e}\u{0}' title="'><b>" onerror=alert(1) style=color:red>
            """
        let html = AllowedMarkup(markup) { ServedPicture(path: "/pictures/?" + $0.text) }.html
        _ = try MarkupCheck(html)
        #expect(!html.contains("<script") && !html.contains("onerror") && !html.contains("style"))
        #expect(!html.unicodeScalars.contains("\u{202e}") && html.contains("alt=\"&quot;onload=&quot;alert(1)\""))
    }

    @Test("Pictures are links in code, without a path, and beyond the limit of elements")
    func links() {
        let picture = "<img src=https://a.example/p>"
        #expect(reduced("<pre>\(picture)</pre>").contains(">Image</a>"))
        #expect(AllowedMarkup(picture) { _ in nil }.html.contains(">Image</a>"))
        let all = AllowedMarkup(String(repeating: "<img src=http://a.a>", count: 3_000)) { _ in
            ServedPicture(path: "/pictures/1")
        }.html
        #expect(all.split(separator: "<img").count == 3_001)
    }
}
