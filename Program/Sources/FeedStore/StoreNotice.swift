#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Something that happened to the store that its user should be told once, though work went on.
public enum StoreNotice: Sendable, Hashable, CustomStringConvertible {
    /// The file was damaged: it was renamed to `keptAs` with its `-wal` and `-shm`, and an empty store took its place.
    case damagedStoreSetAside(path: String, keptAs: String, cause: String, at: Date)

    /// What happened and where the old data is.
    public var description: String {
        switch self {
        case .damagedStoreSetAside(let path, let keptAs, let cause, _):
            "the store \(path) was damaged (\(cause)); it was kept as \(keptAs), and the feeds start anew"
        }
    }
}
