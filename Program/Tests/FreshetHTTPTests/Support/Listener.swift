import Foundation
import Platform
import Synchronization
import TestSupport

/// A listening socket that tells each caller the same bytes and closes, or lets callers wait in the system's queue for ever.
final class Listener: Sendable {
    let port: Int
    private let descriptor: Int32
    /// True if a thread accepts, which closes the socket when it is shut down.
    private let isAnswering: Bool
    private let accepted = Counter()

    /// The number of accepted connections.
    var connections: Int { accepted.count.load(ordering: .acquiring) }

    /// - Parameters:
    ///   - answer: nil takes nobody up.
    ///   - isKept: answers each question of a connection, and leaves it open.
    init(answer: Data?, isKept: Bool = false) throws {
        let descriptor = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, pointer, &size) == 0
            }
        }
        guard result else { throw CocoaError(.fileReadUnknown) }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
        isAnswering = answer != nil
        guard let answer else { return }
        Thread.detachNewThread { [accepted] in
            while true {
                let caller = accept(descriptor, nil, nil)
                if caller < 0 { break }
                accepted.count.add(1, ordering: .releasing)
                var question = [UInt8](repeating: 0, count: 4096)
                while recv(caller, &question, question.count, 0) > 0 {
                    answer.withUnsafeBytes { _ = send(caller, $0.baseAddress, $0.count, noSignal) }
                    if !isKept { break }
                }
                shutdown(caller, Int32(SHUT_WR))
                while recv(caller, &question, question.count, 0) > 0 {}
                close(caller)
            }
            // Not before: another listener may get its number immediately, and this thread would answer in its place.
            close(descriptor)
        }
    }

    convenience init(answer: String, isKept: Bool = false) throws {
        try self.init(answer: Data(answer.utf8), isKept: isKept)
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        if !isAnswering { close(descriptor) }
    }
}

private final class Counter: Sendable {
    let count = Atomic(0)
}
