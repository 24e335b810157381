import Platform

/// Where a program is that the `PATH` of ordinary users and of cron may not name.
struct ProgramPath {
    /// The bare name if `PATH` leads to it, or if it is nowhere.
    let path: String

    /// - Parameters:
    ///   - search: the value of `PATH`.
    ///   - others: the folders to look in besides.
    init(named name: String, in search: String?, or others: [String] = ["/usr/sbin", "/usr/lib"]) {
        func isThere(_ folder: some StringProtocol) -> Bool {
            FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)")
        }
        let isFound = (search ?? "").split(separator: ":").contains { isThere($0) }
        path = isFound ? name : others.first { isThere($0) }.map { "\($0)/\(name)" } ?? name
    }
}
