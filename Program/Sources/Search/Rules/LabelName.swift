import WebText

/// The names of labels. Names that differ only in case name the same label.
package enum LabelName {
    /// The maximum number of characters, counted as Unicode scalars.
    package static let longest = 80

    /// The name without spaces around it; nil if the text can't be the name of a label.
    ///
    /// A name has no quotation marks, because searches and rules quote it.
    package static func checked(_ text: String) -> String? {
        let name = text.trimmed
        guard (1...longest).contains(name.unicodeScalars.count), !name.hasControlCharacters,
            !name.contains(where: { SearchWord.isQuote($0) })
        else { return nil }
        return name
    }

    /// The form in which names are compared.
    package static func folded(_ name: String) -> String { name.lowercased() }

    /// The names in alphabetical order.
    package static func sorted(_ names: some Sequence<String>) -> [String] {
        names.sorted { (folded($0), $0) < (folded($1), $1) }
    }

    /// What a name must be, as a sentence.
    package static let requirement =
        "The name of a label has 1 to \(longest) characters, without quotation marks and control characters."
}
