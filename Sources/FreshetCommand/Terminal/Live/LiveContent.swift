/// What a live screen shows at one moment, laid out for one size.
struct LiveContent: Hashable, Sendable {
    /// Stays at the top, such as a table's header.
    var header: [StyledText] = []
    /// Scrolls.
    var lines: [StyledText] = []
    /// The last row of the screen.
    var status = StyledText()
}
