/// What a live screen shows at one moment, laid out for one size.
struct LiveContent: Hashable, Sendable {
    /// Stays at the top, such as a table's header.
    var header: [StyledText] = []
    /// Scrolls.
    var lines: [StyledText] = []
    /// What each line is about, if the list should stay in its place while lines come above it; as many as there are lines, or none.
    var ids: [String] = []
    /// The last row of the screen.
    var status = StyledText()
}
