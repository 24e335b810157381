import WebText

extension String {
    /// The text in quotation marks, on one line.
    var quoted: String { onOneLine.inQuotes }
}
