import FeedStore
import Feeds
import News

extension LiveState {
    /// The items in the order of the page; those that the query leaves out are among them, hidden.
    func rows(_ context: RowContext) -> [Row] {
        switch self {
        case .gitHub(let state):
            return state.interspersed(context) { $0.item.row($0.marks, context) }
        case .events(let state):
            return state.interspersed(context) { $0.item.row($0.marks, context) }
        case .categories(let state):
            let largest = state.items.compactMap(\.item.eventCount).max() ?? 0
            return state.items.map { $0.item.row(largest: largest, context) }
        case .stories(let state):
            guard context.query.order == .score else {
                return state.interspersed(context) { $0.item.row($0.marks, context) }
            }
            let items = state.items.sorted { ($0.item.score ?? -1, $0.item.id) > ($1.item.score ?? -1, $1.item.id) }
            return items.map { $0.item.row($0.marks, context) }
        }
    }
}

extension FeedState {
    /// The rows with the gaps where they are.
    fileprivate func interspersed(_ context: RowContext, _ row: (ShownItem<Item>) -> Row) -> [Row] {
        var rows: [Row] = []
        var gaps = gaps[...]
        for shown in items {
            while let gap = gaps.first, let date = shown.item.feedDate, date <= gap.after {
                rows.append(gap.row(context))
                gaps = gaps.dropFirst()
            }
            rows.append(row(shown))
        }
        return rows
    }
}
