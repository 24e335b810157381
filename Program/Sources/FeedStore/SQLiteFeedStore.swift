#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A store in one SQLite file (with its `-wal` and `-shm` beside it while it is open), shared with other processes.
///
/// Opening an existing store only reads; the first function that writes opens it for writing. A file found damaged, at
/// once or later, is renamed, told in ``notices``, and replaced by an empty one; where it cannot be renamed,
/// functions fail with ``FeedStoreError/damaged(path:cause:)``. A killed process leaves its last complete commit;
/// a power cut may cost the last few commits, never half of one.
public final class SQLiteFeedStore: FeedStore {
    /// How to treat the file.
    public struct Options: Sendable, Hashable {
        /// How many seconds to wait for another process that writes.
        public var busyTimeout: TimeInterval
        /// Beyond this many bytes writing fails with ``FeedStoreError/diskFull(path:)``; nil leaves it to the disk.
        public var maximumSize: Int?

        /// The defaults suit a program that several terminals run at once.
        public init(busyTimeout: TimeInterval = 5, maximumSize: Int? = nil) {
            self.busyTimeout = busyTimeout
            self.maximumSize = maximumSize
        }
    }

    let file: StoreFile

    /// Opens the store; makes it, with the folders above it, if there is none.
    ///
    /// Throws ``FeedStoreError`` for a store that a newer version wrote, and when nothing can be opened or made there.
    public init(at url: URL, options: Options = Options()) throws {
        let path = url.path(percentEncoded: false)
        guard url.isFileURL, !path.isEmpty else {
            throw FeedStoreError.cannotOpen(path: url.absoluteString, cause: "it is not the address of a file")
        }
        file = StoreFile(path: FileStatus.resolved(path), options: options)
        try file.prepare()
    }

    /// What happened to the file since it was opened here.
    public var notices: [StoreNotice] { file.notices }

    /// Ends the connections and moves what the `-wal` file holds into the store.
    ///
    /// Everything fails afterwards.
    ///
    ///
    /// Without it the same happens when the last reference goes, and a process that just ends loses nothing.
    public func close() throws {
        try file.close()
    }
}
