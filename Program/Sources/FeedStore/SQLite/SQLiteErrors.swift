import GRDB
import SQL
import Platform
import WebText

/// The file is damaged.
struct Damage: Error {
    let file: FileStatus
    let cause: String

    /// Nil when the error is about something else.
    init?(_ error: any Error, in file: FileStatus) {
        switch error {
        case let damaged as DamagedValue:
            cause = damaged.description
        case let error as DatabaseError
        where error.resultCode == .SQLITE_CORRUPT && error.extendedResultCode != .SQLITE_CORRUPT_VTAB
            || error.resultCode == .SQLITE_NOTADB:
            cause = error.message ?? "damaged"
        default:
            return nil
        }
        self.file = file
    }

    init(file: FileStatus, cause: String) {
        self.file = file
        self.cause = cause
    }
}

/// Another process has replaced the open file.
struct FileReplaced: Error {}

extension FeedStoreError {
    /// Converts errors of SQLite and the system.
    init(_ error: any Error, path: String, busyTimeout: TimeInterval) {
        switch error {
        case let error as FeedStoreError:
            self = error
        case let damage as Damage:
            self = .damaged(path: path, cause: damage.cause)
        case is FolderLock.Busy, is FileReplaced:
            self = .busy(path: path, waited: busyTimeout)
        case let error as DatabaseError:
            self.init(sqlite: error, path: path, busyTimeout: busyTimeout)
        default:
            self = .cannotOpen(path: path, cause: SystemProblem(error)?.description ?? "\(error)")
        }
    }

    /// The errors of writes that make a file larger.
    private static let growing: [ResultCode] = [.SQLITE_IOERR_WRITE, .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_SHMSIZE]

    private init(sqlite error: DatabaseError, path: String, busyTimeout: TimeInterval) {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            self = .busy(path: path, waited: busyTimeout)
        case .SQLITE_READONLY, .SQLITE_PERM:
            self = .readOnly(path: path)
        case .SQLITE_FULL:
            self = .diskFull(path: path)
        case .SQLITE_IOERR where Self.growing.contains(error.extendedResultCode) && FileSizeLimit.isSet:
            self = .sizeLimit(path: path)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self = .diskFull(path: path)  // no room even for the shared index
        case .SQLITE_CANTOPEN, .SQLITE_AUTH:
            self = .cannotOpen(
                path: path, cause: OpeningObstacle.cause(at: path) ?? error.message ?? "it can't be read")
        case .SQLITE_MISUSE where error.message == "Connection is closed":
            self = .closed(path: path)
        default:
            self = .sqlite(
                path: path, code: Int(error.extendedResultCode.rawValue), message: error.message ?? "no message")
        }
    }
}
