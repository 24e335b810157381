import FeedStore
import Feeds
import Platform
import WebText

/// The file of sessions, which the server and the command `freshet sessions` share. Only its owner may read it.
struct SessionFile: Sendable {
    /// The sessions in the file, and the file's status, which shows whether it has changed.
    struct Contents: Sendable {
        var sessions: [Session] = []
        var status: FileStatus?
    }

    /// The maximum number of sessions; the least recently used are removed.
    private static let maximum = 1000

    private let url: URL
    private var path: String { url.path(percentEncoded: false) }

    /// The file in a data folder.
    init(in folder: URL) { url = folder.appending(path: "sessions.json", directoryHint: .notDirectory) }

    /// True if the file hasn't changed since it was read.
    func isUnchanged(since contents: Contents) -> Bool { FileStatus(path) == contents.status }

    /// Reads the file. A missing one is empty, and so is a damaged one, which can't keep anyone signed in.
    func read() throws -> Contents {
        guard let status = FileStatus(path) else { return Contents() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        do {
            return Contents(sessions: try decoder.decode([Session].self, from: Data(contentsOf: url)), status: status)
        } catch is DecodingError {
            return Contents(status: status)
        } catch {
            throw SessionFileError(path: path, isReading: true, cause: SystemProblem(error))
        }
    }

    /// Reads, changes and writes the sessions, unless another process is doing so.
    func change(at now: Date, _ body: (inout [Session]) -> Void) throws -> Contents {
        let folder = url.deletingLastPathComponent()
        do { try PrivateFiles.createFolder(folder.path(percentEncoded: false)) } catch {
            throw SessionFileError(path: path, cause: SystemProblem(error))
        }
        do {
            return try FolderLock.held(.exclusive, on: folder.path(percentEncoded: false), timeout: 5) {
                try changeLocked(at: now, body)
            }
        } catch is FolderLock.Busy {
            throw SessionFileError(path: path, cause: .other("another process uses the folder"))
        }
    }

    private func changeLocked(at now: Date, _ body: (inout [Session]) -> Void) throws -> Contents {
        var contents = try read()
        let before = contents.sessions
        body(&contents.sessions)
        contents.sessions = Array(
            contents.sessions.filter { $0.isValid(at: now) }.sorted { $0.usedAt > $1.usedAt }.prefix(Self.maximum))
        if contents.sessions == before { return contents }
        let encoder = JSONEncoder.documents
        encoder.dateEncodingStrategy = .secondsSince1970
        try replace(with: encoder.encode(contents.sessions))
        contents.status = FileStatus(path)
        return contents
    }

    /// Writes a new file that only its owner may read, then replaces the old one.
    private func replace(with bytes: Data) throws {
        let temporary = path + ".new"
        unlink(temporary)  // left by a process that was killed
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || errno == EINTR else { throw failure() }
                rest = rest.dropFirst(max(count, 0))
            }
        }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw failure()
        }
    }

    private func failure() -> SessionFileError {
        SessionFileError(path: path, cause: SystemProblem(errno: errno))
    }
}

/// The error of a file of sessions that can't be read or written.
struct SessionFileError: Error, CustomStringConvertible {
    let path: String
    var isReading = false
    let cause: SystemProblem?

    var description: String {
        let reason = cause.map { " (\($0))" } ?? ""
        return "The sessions in \(path) can't be \(isReading ? "read" : "written")\(reason)."
    }
}
