import FeedStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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

    /// Whether the file hasn't changed since it was read.
    func isUnchanged(since contents: Contents) -> Bool { FileStatus(path) == contents.status }

    /// Reads the file; a missing one is empty.
    func read() throws -> Contents {
        guard let status = FileStatus(path) else { return Contents() }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return Contents(sessions: try decoder.decode([Session].self, from: Data(contentsOf: url)), status: status)
    }

    /// Reads, changes and writes the sessions, unless another process is doing so.
    func change(at now: Date, _ body: (inout [Session]) -> Void) throws -> Contents {
        let folder = url.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return try FolderLock.held(.exclusive, on: folder.path(percentEncoded: false), timeout: 5) {
            var contents: Contents
            do {
                contents = try read()
            } catch is DecodingError {
                // A damaged file can't keep anyone signed in; it is replaced. A file that can't be read now isn't changed.
                contents = Contents()
            }
            let before = contents.sessions
            body(&contents.sessions)
            contents.sessions = Array(
                contents.sessions.filter { $0.isValid(at: now) }.sorted { $0.usedAt > $1.usedAt }.prefix(Self.maximum))
            if contents.sessions == before { return contents }
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .secondsSince1970
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            try replace(with: encoder.encode(contents.sessions))
            contents.status = FileStatus(path)
            return contents
        }
    }

    /// Writes a new file that only its owner may read, then replaces the old one.
    private func replace(with bytes: Data) throws {
        let temporary = path + ".new"
        unlink(temporary)  // left by a process that was killed
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SessionFileError(path: path, code: errno) }
        defer { close(descriptor) }
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 || errno == EINTR else { throw SessionFileError(path: path, code: errno) }
                rest = rest.dropFirst(max(count, 0))
            }
        }
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw SessionFileError(path: path, code: errno)
        }
    }
}

/// Why the file can't be written.
struct SessionFileError: Error, CustomStringConvertible {
    let path: String
    let code: Int32

    var description: String { "\(path) can't be written (\(String(cString: strerror(code))))." }
}
