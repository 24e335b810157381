import Foundation
import Testing
import WebText

@Suite("Percent encoding") struct PercentEncodingTests {
    @Test("Percent encoding can be undone", arguments: ["", "a b", "ü/ß?#%", "\u{1F600}", "+&=", "..", "\0"])
    func roundTrip(text: String) {
        #expect(text.percentEncoded.percentDecoded == text && text.percentEncoded.formDecoded == text)
    }

    @Test("Percent encoding keeps unreserved and given characters")
    func kept() {
        #expect("aZ09-._~ /é".percentEncoded == "aZ09-._~%20%2F%C3%A9")
        #expect("a/b c#1".percentEncoded(keeping: "/") == "a/b%20c%231")
    }

    @Test("Percent encoding keeps the structure and the escapes of a whole address")
    func address() {
        let address = "https://[::1]/a%20b;c,d/?q='x'&r=(1)*$!+@#f"
        #expect(address.percentEncodedAddress == address)
        #expect(
            "https://a.example/ü \"<>\\^`{|}\u{1b}".percentEncodedAddress
                == "https://a.example/%C3%BC%20%22%3C%3E%5C%5E%60%7B%7C%7D%1B")
    }

    @Test(
        "Percent encoding of an address escapes forbidden characters, and nothing twice",
        arguments: [
            ("http://a.example/été%20x", "http://a.example/%C3%A9t%C3%A9%20x"),
            ("/caf%C3%A9/my file", "/caf%C3%A9/my%20file"), ("?q=a%20b|c", "?q=a%20b%7Cc"),
            ("/100%/%20", "/100%25/%20"), ("/%zz%2", "/%25zz%252"), ("#a[b]#c", "#a%5Bb%5D%23c"),
            ("http://[::1]:80/a[1]", "http://[::1]:80/a%5B1%5D"), ("//[::1]/[", "//[::1]/%5B"), ("a//[", "a//%5B"),
        ])
    func mixed(address: String, encoded: String) {
        #expect(address.percentEncodedAddress == encoded && encoded.percentEncodedAddress == encoded)
        #expect(URL(address: address)?.absoluteString == encoded)
    }

    @Test("Invalid percent encoding isn't decoded", arguments: ["%", "%2", "%zz", "%ff", "%c3", "a%2"])
    func wrong(text: String) { #expect(text.percentDecoded == nil && text.formDecoded == nil) }

    @Test("Percent encoding of forms has a plus for a space")
    func form() { #expect("a+b%2B".formDecoded == "a b+" && "a+b".percentDecoded == "a+b") }
}
