import GRDB
import Platform

extension SQLiteDatabase {
    /// Makes a new store beside the damaged one from its readable contents. Doesn't change the damaged file.
    func rescue(_ damage: Damage, at now: Date) throws -> Rescue {
        let path = StorePath.rescued(self.path)
        for suffix in ["", "-journal", "-wal", "-shm"] { unlink(path + suffix) }
        do {
            // SQLite would delete the log of an empty file.
            let source = damage.file.size > 1 ? self.path : nil
            return try StoreRescue.run(from: source, to: path, at: now, configuration, options)
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_FULL: throw error  // nothing changes until there is space
            default: throw FeedStoreError.damaged(path: self.path, cause: damage.cause)
            }
        }
    }

    /// Finishes a rescue that was interrupted between moving the damaged file away and putting the new one in place.
    func finishRescue() {
        guard FileStatus(path) == nil, FileStatus(StorePath.rescued(path)) != nil else { return }
        // SQLite would write the log of the damaged file into the new one.
        for suffix in ["-wal", "-shm"] where FileStatus(path + suffix) != nil {
            let damaged = StorePath.lastDamaged(path) ?? StorePath.damaged(path, at: Date())
            guard rename(path + suffix, damaged + suffix) == 0 else { return }
        }
        rename(StorePath.rescued(path), path)
    }
}
