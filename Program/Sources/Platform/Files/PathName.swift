/// Names of files and folders.
package enum PathName {
    /// The folder of a file, `.` if the path names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
