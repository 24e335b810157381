import Platform

/// Finds the reason why a file can't be opened, which SQLite doesn't report.
enum OpeningObstacle {
    /// A clause for readers; nil if no reason is found.
    static func cause(at path: String) -> String? {
        let folder = PathName.folder(of: path)
        if let status = FileStatus(path) {
            if status.isFolder { return "it is a folder. Move the folder away, or choose another data folder" }
            if !may(R_OK, path) { return "permission denied. Make it readable, or choose another data folder" }
            if !may(W_OK, folder) {
                return "its folder isn't writable, which reading its -wal file requires. "
                    + "Make the folder writable, or copy the store with its -wal file elsewhere"
            }
            return nil
        }
        guard let status = FileStatus(folder) else {
            return may(W_OK, PathName.folder(of: folder))
                ? nil
                : "the folder \(folder) doesn't exist and can't be created (permission denied). Choose another data folder"
        }
        if !status.isFolder { return "\(folder) is a file, not a folder. Choose another data folder" }
        if !may(W_OK | X_OK, folder) {
            return "permission denied in \(folder). Make it writable, or choose another data folder"
        }
        return nil
    }

    /// Uses the effective user, who opens files.
    private static func may(_ mode: Int32, _ path: String) -> Bool {
        faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
    }
}

/// File names beside a store.
enum StorePath {
    /// The path of the new store while the readable contents of a damaged one are moved to it.
    static func rescued(_ path: String) -> String { path + ".rescued" }

    static func wal(_ path: String) -> String { path + "-wal" }

    /// The damaged file that was renamed last; nil if there is none.
    static func lastDamaged(_ path: String) -> String? {
        let folder = PathName.folder(of: path)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []  // unlisted: as if none
        let prefix = path.split(separator: "/").last.map { $0 + ".damaged-" } ?? ""
        let damaged = names.filter { $0.hasPrefix(prefix) && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
        return damaged.max().map { folder + "/" + $0 }
    }

    /// The first free name of the form `freshet.sqlite.damaged-20261121T113800Z`, numbered within one second.
    static func damaged(_ path: String, at date: Date) -> String {
        let stamp = date.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
        let name = path + ".damaged-" + stamp
        guard FileStatus(name) != nil else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { FileStatus($0) == nil } ?? name
    }
}

/// The largest file that the process may write: `ulimit -f`.
enum FileSizeLimit {
    /// True if the process has a limit.
    static var isSet: Bool {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #else
        let resource = RLIMIT_FSIZE
        #endif
        // -1 means no limit.
        return getrlimit(resource, &limit) == 0 && limit.rlim_cur < rlim_t(Int64.max)
    }
}
