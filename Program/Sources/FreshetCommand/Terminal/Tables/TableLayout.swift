/// The columns of a table that a terminal shows, and their widths.
///
/// Columns are shown in the order of their ``Table/Column/dropOrder`` as far as they fit beside the main column. Then
/// flexible columns shrink, the widest first: the main one to a comfortable width, the others to their minimum, then the
/// main one to its minimum. What is still too wide is cut.
struct TableLayout: Equatable {
    struct Shown: Equatable {
        var index: Int
        var width: Int
    }

    private(set) var shown: [Shown] = []
    /// The header of each column of the table.
    let headers: [TerminalText]

    /// The part of the width that the main column gets if it needs it, in hundredths; less of a narrow table, which would lose other columns.
    static func mainShare(_ width: Int) -> Int { width < 60 ? 64 : 70 }
    /// The width beyond which the main column leaves room to others.
    static let mainWidth = 60

    init(_ table: Table, width: Int) {
        let cells = table.naturalWidths ?? Self.naturalWidths(of: table)
        let headers = table.columns.map(\.header)
        let widths = Self.widths(cells, headers)
        if widths.reduce(-table.gap, { $0 + ($1 > 0 ? $1 + table.gap : 0) }) <= width {
            self.headers = headers
            shown = Self.shown(widths)
            return
        }
        self.headers = table.columns.map { $0.shortHeader ?? $0.header }
        shown = Self.fitting(table, Self.widths(cells, self.headers), width)
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
            widest = max(widest, row[index].columns)
            if widest >= column.maximum { return column.maximum }
        }
        return widest
    }

    private static func isAlike(_ index: Int, in table: Table) -> Bool {
        let texts = table.rows.lazy.map { index < $0.count ? $0[index].text.string : "" }
        guard table.rows.count > 1, let first = texts.first else { return false }
        return texts.allSatisfy { $0 == first }
    }

    /// A column without text is hidden, even if its header is wide.
    private static func widths(_ cells: [Int], _ headers: [TerminalText]) -> [Int] {
        zip(cells, headers).map { $0 == 0 ? 0 : max($0, $1.columns) }
    }

    private static func shown(_ widths: [Int]) -> [Shown] {
        widths.enumerated().map { Shown(index: $0.offset, width: $0.element) }.filter { $0.width > 0 }
    }

    private static func fitting(_ table: Table, _ widths: [Int], _ width: Int) -> [Shown] {
        func floor(_ index: Int) -> Int {
            let column = table.columns[index]
            guard column.isFlexible else { return widths[index] }
            let main = column.isMain ? min(mainWidth, width * mainShare(width) / 100) : 0
            return min(widths[index], max(column.minimum, main, width * column.share / 100))
        }
        let all = shown(widths)
        let order = all.sorted { table.columns[$0.index].dropOrder < table.columns[$1.index].dropOrder }
        var room = width + table.gap
        var kept: Set<Int> = []
        for column in order {
            let needed = floor(column.index) + table.gap
            guard needed <= room || table.columns[column.index].dropOrder == 0 else { continue }
            room -= needed
            kept.insert(column.index)
        }
        var result = all.filter { kept.contains($0.index) }
        var excess = result.reduce(table.gap * (result.count - 1) - width) { $0 + $1.width }
        shrink(&result, by: &excess) { index in
            let column = table.columns[index]
            return column.isMain ? max(column.comfortableWidth, floor(index)) : .max
        }
        shrink(&result, by: &excess) { table.columns[$0].isMain ? .max : floor($0) }
        shrink(&result, by: &excess, floor: floor)
        shrink(&result, by: &excess) { _ in 1 }
        return result
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
