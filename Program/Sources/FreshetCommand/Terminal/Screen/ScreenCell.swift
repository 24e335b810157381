/// One column of a screen's row.
struct ScreenCell: Hashable, Sendable {
    /// The grapheme cluster that begins here; nil in the second column of a wide one.
    var character: Character?
    var style = Style.plain
    var link: Hyperlink?

    static let blank = ScreenCell(character: " ")
}
