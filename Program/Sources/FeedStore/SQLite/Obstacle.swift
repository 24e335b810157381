#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Finds out why a file can't be opened, which SQLite doesn't say.
enum Obstacle {
    /// A part of a sentence for people; nil if no reason is found.
    static func cause(at path: String) -> String? {
        let folder = StorePath.folder(of: path)
        if let status = FileStatus(path) {
            if status.isFolder { return "a folder stands in its place: move it away, or name another data folder" }
            if !may(R_OK, path) { return "this user may not read it (permission denied)" }
            if !may(W_OK, folder) {
                return "its folder may not be written, and without writing there its -wal file cannot be read: "
                    + "make the folder writable, or copy the store with its -wal file elsewhere"
            }
            return nil
        }
        guard let status = FileStatus(folder) else {
            return may(W_OK, StorePath.folder(of: folder))
                ? nil : "the folder \(folder) does not exist and cannot be made (permission denied)"
        }
        if !status.isFolder { return "\(folder) is a file, where a folder is needed" }
        if !may(W_OK | X_OK, folder) { return "this user may not write in \(folder) (permission denied)" }
        return nil
    }

    /// Uses the effective user, who opens files.
    private static func may(_ mode: Int32, _ path: String) -> Bool {
        faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0
    }
}

/// File names beside a store.
enum StorePath {
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Where a new store is made of what can be read of a damaged one.
    static func rescued(_ path: String) -> String { path + ".rescued" }

    static func wal(_ path: String) -> String { path + "-wal" }

    /// The first free name of the form `freshet.sqlite.damaged-20261121T113800Z`, numbered within one second.
    static func damaged(_ path: String, at date: Date) -> String {
        let stamp = date.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
        let name = path + ".damaged-" + stamp
        guard FileStatus(name) != nil else { return name }
        return (2...).lazy.map { "\(name)-\($0)" }.first { FileStatus($0) == nil } ?? name
    }
}
