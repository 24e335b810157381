/// Why a backup failed, besides ``FeedStoreError``. The description also says what to do.
package enum BackupError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is a file already, which stays as it was.
    case exists(path: String)
    /// The file can't be written.
    case notWritable(path: String, cause: String)
    /// The written file isn't what it should be. It was removed.
    case differs(path: String, cause: String)

    /// What went wrong and what to do, in one or two sentences.
    package var description: String {
        switch self {
        case .exists(let path):
            "\(path) exists already, and was left as it is. Choose another name, or use --overwrite to replace it."
        case .notWritable(let path, let cause):
            "The backup \(path) can't be written (\(cause)). Choose another file, or free some space."
        case .differs(let path, let cause):
            "The backup \(path) was written, but failed its check (\(cause)), and was removed. Check the disk, and try again."
        }
    }
}
