#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a function of the store failed. The description says what to do about it.
public enum FeedStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A newer version wrote the store, which wasn't touched.
    case newerVersion(path: String, found: Int, supported: Int)
    /// The file is damaged and couldn't be set aside. It was left as it is.
    case damaged(path: String, cause: String)
    /// The file or its folder can't be written. Reading still works.
    case readOnly(path: String)
    /// The disk is full. The transaction was rolled back.
    case diskFull(path: String)
    /// The store can't be opened or made.
    case cannotOpen(path: String, cause: String)
    /// Another process kept the store locked for longer than the busy timeout.
    case busy(path: String, waited: TimeInterval)
    /// The store was used after it had been closed.
    case closed(path: String)
    /// SQLite failed otherwise, such as with a failing disk. The code is its extended result code.
    case sqlite(path: String, code: Int, message: String)

    /// What went wrong and what to do, in one or two sentences.
    public var description: String {
        switch self {
        case .newerVersion(let path, let found, let supported):
            "the store \(path) was written by a newer version of this program (format \(found), this one knows up to "
                + "\(supported)): update the program, or name another data folder"
        case .damaged(let path, let cause):
            "the store \(path) is damaged (\(cause)) and could not be set aside: move it away, or name another data folder"
        case .readOnly(let path):
            "the store \(path) can be read but not written: make the file and its folder writable, "
                + "or name another data folder"
        case .diskFull(let path):
            "no space is left for the store \(path); what was stored before is still there: free some space and try again"
        case .cannotOpen(let path, let cause):
            "the store \(path) cannot be opened: \(cause)"
        case .busy(let path, let waited):
            "another process has kept the store \(path) busy for more than \(waited) s: try again when it is done"
        case .closed(let path):
            "the store \(path) was closed: open it again"
        case .sqlite(let path, let code, let message):
            "the store \(path) failed: \(message) (SQLite code \(code)); check the disk it is on"
        }
    }
}
