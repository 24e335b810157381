import Platform

/// A reason why a function of the store failed. The description includes the remedy.
package enum FeedStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A newer version wrote the store, which names the version that it needs. It wasn't changed.
    case newerVersion(path: String, found: Int, supported: Int, program: String?)
    /// An earlier version wrote the store, which this one can't migrate. It wasn't changed.
    case outdated(path: String, found: Int)
    /// The file is damaged and couldn't be renamed. It wasn't changed.
    case damaged(path: String, cause: String)
    /// The file or its folder isn't writable. Reading still works.
    case readOnly(path: String)
    /// The disk is full. The transaction was rolled back.
    case diskFull(path: String)
    /// The process may not write files of the store's size (`ulimit -f`). The transaction was rolled back.
    case sizeLimit(path: String)
    /// The store can't be opened or created.
    case cannotOpen(path: String, cause: String)
    /// Another process kept the store locked beyond the busy timeout.
    case busy(path: String, waited: TimeInterval)
    /// Something was to be copied into a store that has contents.
    case notEmpty(path: String)
    /// A search didn't end before its deadline.
    case tooSlow
    /// An account has as much as it may; the transaction was rolled back.
    case limitReached(AccountLimits.Kind, limit: Int)
    /// The store was used after it was closed.
    case closed(path: String)
    /// Another error of SQLite, such as an I/O error. The code is the extended result code.
    case sqlite(path: String, code: Int, message: String)
    /// The database's server doesn't answer or refuses connections. What was stored is safe; later calls try again.
    case unavailable(path: String, cause: String)
    /// Another error of PostgreSQL. The state is the code of its appendix A.
    case postgreSQL(path: String, state: String, message: String)

    /// True if an account has reached a limit, so that the user can free some space.
    package var isLimit: Bool { if case .limitReached = self { true } else { false } }

    /// True if the same call may soon succeed.
    package var isTemporary: Bool {
        switch self {
        case .unavailable, .busy, .tooSlow: true
        default: false
        }
    }

    /// The description without the store's address, for users of a server who don't run it.
    package var publicDescription: String {
        switch self {
        case .tooSlow, .limitReached: description
        case .unavailable, .busy, .closed:
            "The server's database can't be reached. Nothing stored is lost. Try again in a minute."
        case .readOnly, .diskFull, .sizeLimit:
            "The server can't store anything at the moment. Nothing stored is lost. Ask an administrator of the server to "
                + "look into its log."
        case .newerVersion, .outdated, .damaged, .cannotOpen, .notEmpty, .sqlite, .postgreSQL:
            "The server's database failed. Ask an administrator of the server to look into its log."
        }
    }

    /// The problem and the remedy, in one or two sentences.
    package var description: String {
        switch self {
        case .newerVersion(let path, let found, let supported, let program):
            "A newer version of Freshet wrote the store \(path) (format \(found); this version reads up to \(supported)). "
                + (program.map { "It needs Freshet \($0) or later. " } ?? "")
                + "Update Freshet, or choose another data folder."
        case .outdated(let path, let found):
            "An earlier version of Freshet wrote the store \(path) (format \(found)), which this version can't read. Export it "
                + "with that version (freshet export), and import the file with this one into another data folder."
        case .damaged(let path, let cause):
            "The store \(path) is damaged (\(cause)) and can't be renamed. Move it away, or choose another data folder."
        case .readOnly(let path):
            "The store \(path) can be read but not written. Make the file and its folder writable, "
                + "or choose another data folder."
        case .diskFull(let path):
            "The disk is full, so the store \(path) can't grow. Nothing stored is lost. Free some space and try again."
        case .sizeLimit(let path):
            "The store \(path) can't grow, because the size of files is limited (ulimit -f). Nothing stored is lost. "
                + "Raise the limit and try again."
        case .cannotOpen(let path, let cause):
            "The store \(path) can't be opened: \(cause)."
        case .busy(let path, let waited):
            "Another process has kept the store \(path) locked for more than \(waited) s. Try again when it's done."
        case .notEmpty(let path):
            "The store \(path) has contents already. Copy into a new one: a database without tables, or an empty folder."
        case .tooSlow:
            "The search took too long and was stopped. Narrow it down, as with in:FEED or since:7d."
        case .limitReached(let kind, let limit): kind.explanation(limit)
        case .closed(let path):
            "The store \(path) was closed. Open it again."
        case .sqlite(let path, let code, let message):
            "The store \(path) failed: \(message) (SQLite code \(code)). Check the disk that it's on."
        case .unavailable(let path, let cause):
            "The store \(path) can't be reached: \(cause). Nothing stored is lost. Check that its server runs; "
                + "Freshet tries again by itself."
        case .postgreSQL(let path, let state, let message):
            "The store \(path) failed: \(message) (SQLSTATE \(state)). Look into the log of its server."
        }
    }
}
