import Foundation

/// The executable under test, beside the tests that were built with it.
enum BuiltProgram {
    static let path: String = {
        let tests = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let root = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
        let places = [tests, URL(filePath: String(root)).appending(path: ".build/debug")]
        let programs = places.map { $0.appending(path: "freshet").path }
        return programs.first { FileManager.default.isExecutableFile(atPath: $0) } ?? programs[1]
    }()
}

/// The folder of the recorded answers of the real upstreams, beside the repository.
enum Recordings {
    static let folder: URL = {
        let root = URL(filePath: #filePath).pathComponents.dropLast(5).joined(separator: "/").dropFirst()
        return URL(filePath: String(root)).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "shared/samples")
    }()

    static let areThere = FileManager.default.fileExists(atPath: folder.path)

    static func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
}
