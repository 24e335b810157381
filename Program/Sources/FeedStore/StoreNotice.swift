import WebText
import Platform

/// An event in the store to report once to the reader; work continued.
package enum StoreNotice: Sendable, Hashable, CustomStringConvertible {
    /// The file was damaged. It was renamed to `keptAs`, and the readable contents moved to a new file.
    case damagedStoreSetAside(path: String, keptAs: String, cause: String, at: Date, rescue: Rescue)
    /// Rows of a table hold values that this version doesn't understand, and were skipped.
    case rowsSkipped(path: String, table: String, at: Date)
    /// Rules of an earlier version had words or parentheses that join terms now, and were put in quotes.
    case rulesRequoted(path: String, count: Int)

    /// What happened, and where the old data is, in a sentence.
    package var description: String {
        switch self {
        case .damagedStoreSetAside(let path, let keptAs, let cause, _, let rescue):
            "The store \(path) was damaged (\(cause)). \(rescue) The damaged file was kept as \(keptAs)."
        case .rowsSkipped(let path, let table, _):
            "The store \(path) has rows in \(table) that this version can't read. They were skipped."
        case .rulesRequoted(let path, let count):
            """
            AND, OR, NOT and parentheses join terms of rules now. \(count.counted("rule")) of the store \(path) in \
            which they were searched for \(count == 1 ? "has" : "have") them in quotes, and \(count == 1 ? "finds" : "find") the same.
            """
        }
    }
}
