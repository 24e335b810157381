/// The tables that have data, rather than the page's layout.
struct DataTables {
    private let tree: PageTree
    private let tables: Set<Int>

    /// Finds tables that have no table and no long text in their cells, and several rows and columns, or a header.
    init(_ tree: PageTree, _ measures: TextMeasures) {
        self.tree = tree
        var tables: [Int: (rows: Int, cells: Int, isLayout: Bool, hasHeader: Bool)] = [:]
        var open: [Int] = []
        for (index, node) in tree.nodes.enumerated() {
            while let last = open.last, tree.nodes[last].end <= index { open.removeLast() }
            switch node.tag {
            case .table:
                for outer in open { tables[outer]?.isLayout = true }
                open.append(index)
                tables[index] = (0, 0, false, false)
            case .tr: if let table = open.last { tables[table]?.rows += 1 }
            case .td, .th:
                guard let table = open.last else { break }
                tables[table]?.cells += 1
                if node.tag == .th { tables[table]?.hasHeader = true }
                if measures[index].length > 600 { tables[table]?.isLayout = true }
            default: break
            }
        }
        let data = tables.filter { _, table in
            !table.isLayout && (table.hasHeader || (table.rows > 1 && table.cells > table.rows))
        }
        self.tables = Set(data.keys)
    }

    /// Returns true if the node is in a table of data, or is one.
    func contain(_ node: Int) -> Bool {
        var table = node
        while table >= 0, tree.nodes[table].tag != .table { table = tree.nodes[table].parent }
        return tables.contains(table)
    }
}
