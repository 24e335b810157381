import WebText

/// The paths of folders: the names of nested folders, joined by slashes, such as `News/Tech`.
package enum FolderPath {
    /// The path without empty names, spaces around names and U+0000; empty if no name is left.
    package static func normalized(_ text: String) -> String {
        text.withoutNULs.split(separator: "/").map { String($0).trimmed }.filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// Whether a folder is the other one or a subfolder of it, at any depth. Case matters.
    package static func contains(_ folder: String, _ path: String) -> Bool {
        path.hasPrefix(folder) && (path.utf8.count == folder.utf8.count || path.dropFirst(folder.count).first == "/")
    }

    /// The paths of a folder and those around it, outermost first: `News`, `News/Tech`.
    package static func around(_ path: String) -> [String] {
        let names = path.split(separator: "/")
        return names.indices.map { names[...$0].joined(separator: "/") }
    }

    /// A condition on a folder of followed feeds: the folder of a bound value, and its subfolders.
    ///
    /// - Parameters:
    ///   - value: the name of the bound value.
    ///   - folder: the expression of the folder.
    static func condition(_ value: String, of folder: String = "folder") -> String {
        "(\(folder) = \(value) OR substr(\(folder), 1, length(\(value)) + 1) = \(value) || '/')"
    }
}

extension String {
    /// Without U+0000: SQLite's functions read a text up to it, and PostgreSQL refuses it.
    var withoutNULs: String {
        guard unicodeScalars.contains("\0") else { return self }
        return String(UnicodeScalarView(unicodeScalars.filter { $0 != "\0" }))
    }
}
