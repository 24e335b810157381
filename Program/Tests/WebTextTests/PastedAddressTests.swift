import Testing
import WebText

@Suite("A pasted address") struct PastedAddressTests {
    @Test(
        "A pasted address becomes a web address",
        arguments: [
            ("feed://a.example/x", "http://a.example/x"), ("feed:https://a.example/x", "https://a.example/x"),
            ("FEED://a.example", "http://a.example"), ("feed:a.example/x", "a.example/x"),
            ("pcast://a.example/x", "http://a.example/x"), ("itpc://a.example/x", "http://a.example/x"),
            (" <https://a.example/x> ", "https://a.example/x"), ("\"https://a.example/x\"", "https://a.example/x"),
            ("<feed:https://a.example/x>", "https://a.example/x"),
        ])
    func web(pasted: String, address: String) { #expect(pasted.pastedAddress == address) }

    @Test(
        "Other pasted text is unchanged",
        arguments: ["https://a.example/feed:x", "octocat/hello", "feedback.example", "<>", ""])
    func same(text: String) { #expect(text.pastedAddress == text) }
}
