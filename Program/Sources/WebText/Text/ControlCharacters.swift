extension StringProtocol {
    /// Whether the text contains control characters: line breaks, tabs and escape sequences among them.
    package var hasControlCharacters: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
