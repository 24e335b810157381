public import Platform

/// An event in the store to report once to the reader; work continued.
public enum StoreNotice: Sendable, Hashable, CustomStringConvertible {
    /// The file was damaged. It was renamed to `keptAs`, and the readable contents moved to a new file.
    case damagedStoreSetAside(path: String, keptAs: String, cause: String, at: Date, rescue: Rescue)
    /// Rows of a table hold values that this version doesn't understand, and were skipped.
    case rowsSkipped(path: String, table: String, at: Date)

    /// What happened, and where the old data is, in a sentence.
    public var description: String {
        switch self {
        case .damagedStoreSetAside(let path, let keptAs, let cause, _, let rescue):
            "The store \(path) was damaged (\(cause)). \(rescue) The damaged file was kept as \(keptAs)."
        case .rowsSkipped(let path, let table, _):
            "The store \(path) has rows in \(table) that this version can't read. They were skipped."
        }
    }
}
