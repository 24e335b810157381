import NIOCore
import NIOPosix
import Platform

extension SystemProblem {
    /// The problem behind an error of the network, Foundation or the system; nil for other errors.
    package init?(network error: any Error) {
        switch error {
        case let error as IOError: self.init(errno: error.errnoCode)
        case let error as NIOConnectionError:
            guard let first = error.connectionErrors.first?.error else { return nil }
            self.init(network: first)
        case is SocketAddressError: self = .unknownAddress
        default: self.init(error)
        }
    }
}
