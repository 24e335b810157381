#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a store could not do what was asked; its description says what to do about it.
public enum FeedStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A later version wrote the store; it was not touched.
    case newerVersion(path: String, found: Int, supported: Int)
    /// The file is damaged and could not be set aside, so nothing can be read or written; it was left as it is.
    case damaged(path: String, cause: String)
    /// The file or its folder may only be read. Reading still works; what was to be written is not kept.
    case readOnly(path: String)
    /// No room was left; the transaction was undone and what was stored before is still there.
    case diskFull(path: String)
    /// There is no usable store at the path, and none could be made.
    case cannotOpen(path: String, cause: String)
    /// Another process kept the store locked for longer than the busy timeout.
    case busy(path: String, waited: TimeInterval)
    /// The store was used after it had been closed.
    case closed(path: String)
    /// SQLite failed for a reason of its own, such as a failing disk; the code is its extended result code.
    case sqlite(path: String, code: Int, message: String)

    /// What went wrong and what can be done, in one or two sentences.
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
