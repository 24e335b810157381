import Testing
import WebText

@Suite("Embedded pages in allowed markup") struct EmbeddedPageTests {
    private func reduced(_ markup: String) -> String {
        AllowedMarkup(markup).html.replacing(" dir=\"auto\"", with: "")
            .replacing("\" rel=\"noopener noreferrer nofollow\"", with: "").replacing(" href=\"", with: " ")
    }

    @Test(
        "Embedded pages are links to their content",
        arguments: [
            (
                "https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0", "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
                "Video: youtube.com"
            ),
            (
                "//www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
                "Video: youtube.com"
            ),
            (
                "https://youtube.com/embed/videoseries?list=x", "https://youtube.com/embed/videoseries?list=x",
                "Video: youtube.com"
            ),
            ("https://player.vimeo.com/video/1234?h=a", "https://vimeo.com/1234", "Video: vimeo.com"),
            (
                "https://open.spotify.com/embed/episode/1", "https://open.spotify.com/embed/episode/1",
                "Audio: open.spotify.com"
            ),
            ("http://a.example/x", "http://a.example/x", "Embedded page: a.example"),
            (
                "https://youtube.com.evil.example/embed/dQw4w9WgXcQ",
                "https://youtube.com.evil.example/embed/dQw4w9WgXcQ", "Embedded page: youtube.com.evil.example"
            ),
        ])
    func links(source: String, address: String, words: String) {
        #expect(
            reduced("a<iframe src='\(source)'><p>raw</iframe>b") == "<p>a</p><p><a \(address)>\(words)</a></p><p>b</p>")
    }

    @Test("Embedded videos of YouTube have a picture where pictures are shown")
    func picture() throws {
        let html = AllowedMarkup("<iframe src=https://www.youtube.com/embed/dQw4w9WgXcQ></iframe>") {
            ServedPicture(path: "/pictures/" + $0.text)
        }.html
        _ = try MarkupCheck(html)
        #expect(
            html.contains(
                "<img src=\"/pictures/https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg\" alt=\"\" width=\"480\" height=\"360\""
            ))
        #expect(html.contains("<br>Video: youtube.com</a>"))
    }

    @Test("Embedded pages are numbered links in a terminal")
    func terminal() {
        let text = ArticleText("<iframe src=https://player.vimeo.com/video/1></iframe>")
        #expect(text.text == "[Video: vimeo.com] [1]" && text.links.map(\.text) == ["https://vimeo.com/1"])
    }
}
