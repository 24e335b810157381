/// The part of a list that the reader loads from the store.
struct ListWindow: Hashable, Sendable {
    /// Words that each item of the list contains.
    var filter = ""
    /// The position of the first item to load.
    var start = 0
    /// The number of items to load.
    var count: Int

    var positions: Range<Int> { start..<start + count }

    /// The number of items to load around the selected one, with room to scroll on both sides.
    static func count(height: Int) -> Int { max(300, height * 6) }

    /// The window to load if these rows are visible; the same if they and the next ones are in it.
    ///
    /// - Parameter total: the length of the list.
    func covering(_ visible: Range<Int>, total: Int) -> ListWindow {
        let margin = visible.count * 2
        let first = max(0, visible.lowerBound - margin)
        let needed = first..<max(first, min(total, visible.upperBound + margin))
        if needed.isEmpty || (needed.lowerBound >= start && needed.upperBound <= start + count) { return self }
        var window = self
        window.count = Self.count(height: visible.count)
        window.start = max(0, min(visible.lowerBound - (window.count - visible.count) / 2, total - window.count))
        return window
    }
}
