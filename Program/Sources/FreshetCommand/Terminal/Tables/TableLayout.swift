/// The columns of a table that a terminal shows, and their widths.
///
/// Flexible columns shrink first, the main one last, the widest first, down to their minimum, the main one to 45 % of
/// the width. Then columns are dropped by their drop order. What is
/// still too wide is cut.
struct TableLayout: Equatable {
    struct Shown: Equatable {
        var index: Int
        var width: Int
    }

    private(set) var shown: [Shown]

    init(_ table: Table, width: Int) {
        let widths = table.naturalWidths ?? Self.naturalWidths(of: table)
        shown = widths.enumerated().map { Shown(index: $0.offset, width: $0.element) }
        shown.removeAll { $0.width == 0 }
        while true {
            var excess = shown.reduce(table.gap * (shown.count - 1) - width) { $0 + $1.width }
            var narrowed = shown
            Self.shrink(&narrowed, by: &excess) {
                table.columns[$0].isFlexible && !table.columns[$0].isMain ? table.columns[$0].minimum : .max
            }
            Self.shrink(&narrowed, by: &excess) { index in
                let column = table.columns[index]
                guard column.isFlexible else { return .max }
                return column.isMain ? max(column.minimum, width * 45 / 100) : column.minimum
            }
            if excess <= 0 {
                shown = narrowed
                return
            }
            let candidates = shown.indices.filter { table.columns[shown[$0].index].dropOrder > 0 }
            guard
                let dropped = candidates.max(by: {
                    table.columns[shown[$0].index].dropOrder < table.columns[shown[$1].index].dropOrder
                })
            else {
                Self.shrink(&narrowed, by: &excess) { _ in 1 }
                shown = narrowed
                return
            }
            shown.remove(at: dropped)
        }
    }

    /// The width of each column's widest cell; 0 for a column that is hidden.
    static func naturalWidths(of table: Table) -> [Int] {
        table.columns.indices.map { naturalWidth(of: $0, in: table) }
    }

    private static func naturalWidth(of index: Int, in table: Table) -> Int {
        let column = table.columns[index]
        if column.isHiddenWhereAlike, isAlike(index, in: table) { return 0 }
        var widest = 0
        for row in table.rows where index < row.count {
            widest = max(widest, row[index].text.columns)
            if widest >= column.maximum { return column.maximum }
        }
        // A column without text is hidden, even if its header is wide.
        return widest == 0 ? 0 : min(column.maximum, max(widest, column.header.columns))
    }

    private static func isAlike(_ index: Int, in table: Table) -> Bool {
        let texts = table.rows.lazy.map { index < $0.count ? $0[index].text.string : "" }
        guard table.rows.count > 1, let first = texts.first else { return false }
        return texts.allSatisfy { $0 == first }
    }

    /// Removes `excess`, one terminal column at a time, from the widest column above its floor.
    private static func shrink(_ shown: inout [Shown], by excess: inout Int, floor: (Int) -> Int) {
        while excess > 0 {
            let candidates = shown.indices.filter { shown[$0].width > floor(shown[$0].index) }
            guard let widest = candidates.max(by: { shown[$0].width < shown[$1].width }) else { return }
            shown[widest].width -= 1
            excess -= 1
        }
    }
}
