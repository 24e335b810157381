internal import WebText

extension String {
    /// “The text” in quotes, on one line.
    var quoted: String { "“\(onOneLine)”" }
}
