import Foundation
import Testing

@testable import FreshetCommand

@Suite("A spawned program")
struct SpawnedProcessTests {
    @Test(
        "A spawned program gets signals that this program ignores, or blocks on a thread of Dispatch",
        arguments: [SIGPIPE, SIGXFSZ, SIGTERM])
    func signals(number: Int32) throws {
        Output.ignoreWriteSignals()
        let process = try SpawnedProcess(["/bin/sh", "-c", "kill -\(number) $$; exit 3"], environment: [:])
        #expect(process.wait() == .signal(number))
    }

    @Test("A program beside PATH is found where PATH doesn't name its folder")
    func path() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "freshet-sendmail", file = folder.appending(path: name).path
        #expect(ProgramPath(named: name, in: "/usr/bin:/bin", or: [folder.path]).path == name)
        try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        #expect(ProgramPath(named: name, in: "/usr/bin:/bin", or: ["/nowhere", folder.path]).path == file)
        #expect(ProgramPath(named: name, in: nil, or: [folder.path]).path == file)
        #expect(ProgramPath(named: name, in: "/bin:\(folder.path)", or: [folder.path]).path == name)
    }
}
