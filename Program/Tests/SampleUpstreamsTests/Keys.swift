import Foundation

/// Which keys stand in some JSON objects, as paths: `pull_request.head.ref`; lists are looked through.
struct Keys {
    /// Those that stand in any of the objects.
    private(set) var ever: Set<String> = []
    /// Those of the objects themselves that stand in each.
    private(set) var always: Set<String> = []

    init(_ objects: Any?) {
        let objects = objects as? [Any] ?? []
        for object in objects { collect(object, "") }
        let own = objects.compactMap { ($0 as? [String: Any]).map { Set($0.keys) } }
        always = own.dropFirst().reduce(own.first ?? []) { $0.intersection($1) }
    }

    private mutating func collect(_ value: Any, _ path: String) {
        if let object = value as? [String: Any] {
            for (key, value) in object {
                let path = path.isEmpty ? key : path + "." + key
                ever.insert(path)
                collect(value, path)
            }
        } else if let list = value as? [Any] {
            for value in list { collect(value, path) }
        }
    }

    func depth(_ depth: Int) -> Set<String> {
        ever.filter { $0.split(separator: ".").count == depth }
    }

    func under(_ part: String) -> Set<String> {
        ever.filter { $0.hasPrefix(part + ".") }
    }

    /// The paths that others do not have, but for those below a place where they were never seen to have anything.
    func unknown(to others: Keys) -> [String] {
        let parents = Set(others.ever.map { parent($0) })
        return ever.subtracting(others.ever).filter { parents.contains(parent($0)) }.sorted()
    }

    private func parent(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }
}
