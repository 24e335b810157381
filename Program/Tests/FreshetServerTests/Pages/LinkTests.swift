import Foundation
import Feeds
import Testing
import WebText

@testable import FreshetServer

@Suite("Untrusted text") struct UntrustedTextTests {
    @Test("Untrusted text is escaped and isolated")
    func escaped() {
        #expect(
            SafeText("<b>\"Tom\" & 'Jerry'</b>").html.description
                == "<bdi>&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;</bdi>")
    }
}

@Suite("A link") struct LinkTests {
    @Test(
        "A link gives away nothing about the reader",
        arguments: ["https://a.example", "http://[::1]:80/x", "HTTPS://A.example/?q=\"'<>"])
    func web(address: String) throws {
        let link = try #require(WebAddress(address)).link("x").description
        #expect(link.hasSuffix("rel=\"noopener noreferrer\">x</a>"))
        #expect(link.filter { $0 == "\"" }.count == 4)
    }

    @Test(
        "A link only leads to the web",
        arguments: ["javascript:alert(1)", "data:text/html,x", "ftp://a.example", "https:///x"])
    func others(address: String) throws {
        let url = try #require(URL(string: address))
        #expect(EntryLink(.web(url)) == nil)
    }

    @Test("A link to a feed leads to its page, even if its name ends like a feed's format")
    func feed() throws {
        let link = try #require(EntryLink(.feed(["github", "octocat", "hello.json"])))
        #expect(
            link.html("x", class: "main").description == "<a class=\"main\" href=\"/github/octocat/hello%2Ejson\">x</a>"
        )
    }
}
