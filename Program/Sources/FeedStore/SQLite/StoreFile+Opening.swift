#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

import GRDB

extension StoreFile {
    /// Opens what stands at the path, for reading alone if it is of this version; makes it if there is nothing.
    func open() throws -> Opened {
        try locked(.shared, openExisting) ?? make()
    }

    /// Nil when there is nothing, or something older.
    private func openExisting() throws -> Opened? {
        guard let file = FileStatus(path) else { return nil }
        if file.isFolder { throw FeedStoreError.cannotOpen(path: path, cause: Obstacle.cause(at: path) ?? "a folder") }
        if file.size <= 1, (FileStatus(StorePath.wal(path))?.size ?? 0) > 0 {
            // SQLite takes such a file for a new one and would delete the log, which may hold all there is.
            throw Damage(file: file, cause: "the file is empty, but its -wal file is not")
        }
        do {
            let opened = try openReader(file)
            // Without a transaction of its own: what moves the format on does so in one step, and checks once more.
            return try opened.reader.unsafeRead(isCurrent) ? opened : nil
        } catch {
            throw Damage(error, in: file) ?? error
        }
    }

    private func isCurrent(_ db: Database) throws -> Bool {
        switch try Schema.format(of: db) {
        case .current: return true
        case .older: return false
        case .newer(let found):
            throw FeedStoreError.newerVersion(path: path, found: found, supported: Schema.version)
        case .foreign:
            throw FeedStoreError.cannotOpen(
                path: path, cause: "it is a database of another program: name another data folder")
        }
    }

    /// The connection that writes, with others that read; the file need not exist.
    func openPool() throws -> DatabasePool {
        var configuration = self.configuration
        if let size = options.maximumSize {
            configuration.prepareDatabase { db in
                let pages = max(1, size / (try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096))
                if !db.configuration.readonly { try db.execute(sql: "PRAGMA max_page_count = \(pages)") }
            }
        }
        do {
            return try DatabasePool(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN && FileStatus(path) != nil {
            // It can be read, or nobody would have come this far: what is missing is the right to write beside it.
            throw FeedStoreError.readOnly(path: path)
        }
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "FeedStore"
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(options.busyTimeout)
        return configuration
    }

    /// Creates or migrates, one process at a time; finds it done when another one was first.
    private func make() throws -> Opened {
        let folder = StorePath.folder(of: path)
        if FileStatus(folder) == nil {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            } catch {
                throw FeedStoreError.cannotOpen(path: path, cause: Obstacle.cause(at: path) ?? "\(error)")
            }
        }
        return try locked(.exclusive) {
            let pool = try openPool()
            if try !pool.read(isCurrent) { try Schema.migrate(pool) }
            guard let file = FileStatus(path) else { throw FileReplaced() }
            return Opened(reader: pool, writer: pool, file: file)
        }
    }

    /// A single connection that cannot write: half the cost of a pool, and all that showing a feed needs.
    func openReader(_ file: FileStatus) throws -> Opened {
        var configuration = self.configuration
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            return Opened(reader: queue, writer: nil, file: file)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_FULL:
                // SQLite wants to write its index beside the file, and may not, or has no room to. As long as no log
                // stands beside it the file alone is whole, and can be read as one that nobody changes.
                guard (FileStatus(StorePath.wal(path))?.size ?? 0) == 0,
                    let queue = try readUnchanging(configuration)
                else { throw error }
                return Opened(reader: queue, writer: nil, file: file, isLasting: false)
            default:
                throw error
            }
        }
    }

    /// Nil when the file cannot be opened this way either, as where SQLite was built without addresses for files.
    private func readUnchanging(_ configuration: Configuration) throws -> DatabaseQueue? {
        let address = URL(fileURLWithPath: path).absoluteString + "?immutable=1"
        do {
            return try DatabaseQueue(path: address, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CANTOPEN {
            return nil
        }
    }
}
