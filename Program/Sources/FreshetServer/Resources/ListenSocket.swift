import Platform
import Synchronization

/// The Unix socket that a server listens on. Its owner and its group may connect.
final class ListenSocket: Sendable {
    private let path: String
    // Set on the event loop that listens, read when the server ends.
    private let own = Mutex<FileStatus?>(nil)

    init(_ path: String) { self.path = path }

    /// Removes a socket that nobody listens on, so that the path is free. Throws if anything else is at the path.
    func clear() throws(SocketProblem) {
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else { throw .tooLong(path) }
        // If the path can't be looked at, listening there fails with the reason.
        guard let status = FileStatus(path) else { return }
        guard status.isSocket else { throw .notASocket(path) }
        switch connectionError() {
        case 0, EAGAIN: throw .inUse(path)
        // Nobody listens, or the socket was just removed.
        case ECONNREFUSED, ENOENT: break
        case let error: throw .unusable(path, cause: String(cString: strerror(error)))
        }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw .unusable(path, cause: String(cString: strerror(errno)))
        }
    }

    /// Lets the owner and the group connect. Called once the server listens.
    func open() throws(SocketProblem) {
        guard chmod(path, 0o660) == 0 else { throw .unusable(path, cause: String(cString: strerror(errno))) }
        let status = FileStatus(path)
        own.withLock { $0 = status }
    }

    /// Removes the socket, unless another server has replaced it.
    func remove() {
        guard let own = own.withLock({ $0 }), own.isSame(as: FileStatus(path)) else { return }
        unlink(path)
    }

    /// The error of connecting to the socket; 0 if a server accepts connections.
    private func connectionError() -> Int32 {
        let descriptor = socket(AF_UNIX, streamSocket, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? 0 : errno
    }
}

/// The reason why a server can't listen on a Unix socket.
package enum SocketProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path is longer than the system's addresses.
    case tooLong(String)
    /// Another server listens on it.
    case inUse(String)
    /// Something else is at the path.
    case notASocket(String)
    /// The system refuses it.
    case unusable(String, cause: String)

    /// The problem and its remedy.
    package var description: String {
        switch self {
        case .tooLong(let path):
            "The path of the socket \(path) is too long. Choose one of at most 100 bytes with --socket."
        case .inUse(let path): "Another server listens on \(path). Quit it, or choose another path with --socket."
        case .notASocket(let path): "\(path) isn't a socket, so it wasn't replaced. Choose another path with --socket."
        case .unusable(let path, let cause):
            "Can't listen on \(path) (\(cause)). Create its folder and let this user write there, or choose another path with --socket."
        }
    }
}

/// The system's limit on open connections.
enum FileDescriptors {
    /// Raises the limit as far as the process may, and returns it.
    ///
    /// The default of 1,024 only serves programs that use select(2).
    static func raisedLimit() -> Int {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        let old = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        return Int(setrlimit(resource, &limit) == 0 ? limit.rlim_cur : old)
    }
}
