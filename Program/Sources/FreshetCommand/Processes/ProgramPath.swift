import Platform

/// Where a program is that the `PATH` of ordinary users and of cron may not name.
struct ProgramPath {
    /// The bare name if `PATH` leads to it, or if it is nowhere.
    let path: String

    /// The folder of the running program.
    static var ownFolder: String {
        #if canImport(Darwin)
        let path = Bundle.main.executablePath
        #else
        // Without /proc, the path as typed.
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #endif
        return URL(filePath: path ?? CommandLine.arguments[0]).deletingLastPathComponent().path(percentEncoded: false)
    }

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
