import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

@Suite("Links that aren't plain addresses")
struct LinkCornerTests {
    @Test("Links are relative to the answer's address, and left out if that is unknown")
    func relative() {
        let base = URL(string: "https://a.org/x/y?page=1")
        #expect(LinkHeader("<?page=2>; rel=next", relativeTo: base)["next"] == URL(string: "https://a.org/x/y?page=2"))
        #expect(LinkHeader("</z>; rel=next", relativeTo: base)["next"] == URL(string: "https://a.org/z"))
        #expect(LinkHeader("</z>; rel=next")["next"] == nil)
    }

    @Test(
        "Links are left out if they aren't http or https", arguments: ["javascript:x", "ftp://a.org/", "file:///a", ""])
    func ofTheWeb(address: String) {
        #expect(LinkHeader("<\(address)>; rel=next")["next"] == nil)
    }

    @Test("Links can have parameters with escapes and commas")
    func escapes() {
        let text = #"<https://a.org/1>; title="\\"; rel=next, <https://a.org/2>; t="a, \"<b>"; rel=last"#
        #expect(LinkHeader(text)["next"] == URL(string: "https://a.org/1"))
        #expect(LinkHeader(text)["last"] == URL(string: "https://a.org/2"))
    }
}

@Suite("Directives in quotation marks")
struct DirectiveCornerTests {
    @Test(
        "Quoted text isn't a directive",
        arguments: [#"private="no-store, max-age=1", max-age=60"#, #"no-cache="set-cookie", max-age=60"#])
    func quoted(text: String) {
        let control = CacheControl(text)
        #expect(control.maxAge == 60 && !control.noStore && !control.noCache)
    }

    @Test("Directives with too large a number are clamped, and the first one counts")
    func numbers() {
        #expect(CacheControl("max-age=99999999999999999999").maxAge == 1 << 31)
        #expect(CacheControl("max-age=60, max-age=90").maxAge == 60)
        #expect(CacheControl("max-age=+60").maxAge == nil)
    }
}
