internal import WebText

extension String {
    /// “The text”, on one line.
    var quoted: String { "“\(onOneLine)”" }
}
