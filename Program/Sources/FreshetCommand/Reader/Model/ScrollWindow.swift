/// A cursor in a list of rows, and the first row that is visible.
struct ScrollWindow: Hashable, Sendable {
    private(set) var cursor = 0
    private(set) var offset = 0

    /// Moves the cursor to a row, and scrolls just enough to show it.
    mutating func move(to row: Int, count: Int, height: Int) {
        cursor = max(0, min(row, count - 1))
        let height = max(1, height)
        offset = min(max(offset, cursor - height + 1), cursor)
        offset = max(0, min(offset, count - height))
    }

    /// Scrolls, and moves the cursor just enough to keep it visible.
    mutating func scroll(by rows: Int, count: Int, height: Int) {
        let height = max(1, height)
        offset = max(0, min(offset + rows, count - height))
        cursor = max(0, min(max(offset, min(cursor, offset + height - 1)), count - 1))
    }
}
