import Foundation
import Platform
import Testing

@Suite("A problem of the system") struct SystemProblemTests {
    @Test(
        "A problem of the system is described in plain words",
        arguments: [
            (EADDRINUSE, SystemProblem.portInUse), (EADDRNOTAVAIL, .unknownAddress), (EACCES, .permissionDenied),
            (EPERM, .permissionDenied), (ENOENT, .notFound), (ENOTDIR, .wrongKind), (ENOSPC, .diskFull),
            (EDQUOT, .diskFull), (EFBIG, .fileTooLarge), (EROFS, .readOnly), (EMFILE, .tooManyFiles),
            (EIO, .inputOutput),
            (EPIPE, .other("broken pipe")),
        ])
    func codes(code: Int32, problem: SystemProblem) {
        #expect(SystemProblem(errno: code) == problem)
        #expect(
            !problem.description.isEmpty && !problem.description.hasSuffix(".")
                && !problem.description.contains("errno"))
    }

    @Test("A problem of the system is also recognized in Foundation's errors")
    func foundation() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "problem-\(UUID().uuidString)")
        try Data().write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        #expect(throws: (any Error).self) {
            do {
                try FileManager.default.createDirectory(
                    at: path.appending(path: "folder"), withIntermediateDirectories: true)
            } catch {
                #expect(SystemProblem(error) == .wrongKind)
                throw error
            }
        }
        #expect(SystemProblem(CocoaError(.fileWriteOutOfSpace)) == .diskFull)
        #expect(SystemProblem(CancellationError()) == nil)
    }
}
