/// The content of a live screen, laid out for one size.
struct LiveContent: Hashable, Sendable {
    /// Lines that stay at the top, such as a table's header.
    var header: [StyledText] = []
    /// Lines that scroll.
    var lines: [StyledText] = []
    /// Identifies each line, so that the scroll position stays when lines are inserted above it. One per line, or empty.
    var ids: [String] = []
    /// The last row of the screen.
    var status = StyledText()
}
