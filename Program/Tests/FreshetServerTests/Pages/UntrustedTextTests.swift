import WebText
import Foundation
import Testing

@testable import FreshetServer

@Suite("Untrusted text on a page") struct UntrustedTextTests {
    @Test("is escaped and isolated")
    func escaped() {
        #expect(
            SafeText("<b>\"Tom\" & 'Jerry'</b>").html.description
                == "<bdi>&lt;b&gt;&quot;Tom&quot; &amp; &#39;Jerry&#39;&lt;/b&gt;</bdi>")
    }

    @Test("leads to the web", arguments: ["https://a.example", "http://[::1]:80/x", "HTTPS://A.example/?q=\"'<>"])
    func web(address: String) throws {
        let link = try #require(WebAddress(address)).link("x").description
        #expect(link.hasSuffix("rel=\"noopener noreferrer\">x</a>"))
        #expect(link.filter { $0 == "\"" }.count == 4)
    }
}
