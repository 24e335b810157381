/// A path on this server to return to. A text that may lead elsewhere isn't one.
struct LocalPath: Sendable, Hashable {
    let text: String

    init?(_ text: String?) {
        guard let text, text.first == "/", text.count <= 2000, !text.hasPrefix("//"), !text.hasPrefix("/\\"),
            text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return nil }
        self.text = text
    }
}
