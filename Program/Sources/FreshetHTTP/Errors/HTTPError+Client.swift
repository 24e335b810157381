import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Platform
import WebText

extension HTTPError {
    /// The error before a response began.
    init(connecting error: any Error, to url: URL) {
        switch error {
        case let error as HTTPError: self = error
        case is PrivatePeer: self = .refusedAddress(url, .privateNetwork)
        case let error as NIOConnectionError where error.isTimeout: self = .timedOut(url, phase: .connect)
        case let error as NIOConnectionError: self = .unreachable(url, cause: error.obstacle)
        case let error as IOError where error.isReset: self = .interrupted(url, received: 0)
        case let error as IOError: self = .unreachable(url, cause: error.obstacle)
        case NIOSSLError.uncleanShutdown: self = .interrupted(url, received: 0)
        case NIOSSLError.handshakeFailed(let error): self = .tls(url, cause: error.cause)
        case let error as BoringSSLError: self = .tls(url, cause: error.cause)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self = .tls(url, cause: TLSCause.otherHost)
        case is NIOSSLError, is NIOSSLExtraError: self = .tls(url, cause: String(describing: error))
        case let error as HTTPClientError: self.init(client: error, url)
        case ChannelError.connectTimeout: self = .timedOut(url, phase: .connect)
        case ChannelError.eof, ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.inputClosed:
            self = .interrupted(url, received: 0)
        case HTTPParserError.invalidEOFState: self = .interrupted(url, received: 0)
        case HTTPParserError.headerOverflow: self = .tooLarge(url, limit: HeadRepair.maximumSize)
        case HTTPParserError.invalidHeaderToken, HTTPParserError.invalidContentLength,
            HTTPParserError.unexpectedContentLength:
            self = .undecodable(url, codingPath: "", problem: "its header isn't valid", body: "")
        case is HTTPParserError:
            self = .undecodable(url, codingPath: "", problem: "it isn't HTTP", body: "")
        default: self = .unreachable(url, cause: .other(String(describing: error)))
        }
    }

    private init(client error: HTTPClientError, _ url: URL) {
        if [.connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout].contains(error) {
            self = .timedOut(url, phase: .connect)
        } else if [.deadlineExceeded, .readTimeout, .writeTimeout].contains(error) {
            self = .timedOut(url, phase: .firstByte)
        } else if error == .remoteConnectionClosed {
            self = .interrupted(url, received: 0)
        } else if [.cancelled, .alreadyShutdown].contains(error) {
            // This task wasn't canceled, so the client was closed.
            self = .unreachable(url, cause: "the client is closed")
        } else if [.invalidURL, .emptyHost, .emptyScheme].contains(error) {
            self = .invalidURL(url.absoluteString)
        } else {
            self = .unreachable(url, cause: .other(error.description))
        }
    }

    /// The error during a response.
    init(reading error: any Error, after received: Int, limit: Int, from url: URL) {
        switch error {
        case let error as HTTPError: self = error
        case ContentDecoder.Failure.limit: self = .tooLarge(url, limit: limit)
        case ContentDecoder.Failure.damaged:
            self = .undecodable(url, codingPath: "", problem: "its compression is damaged", body: "")
        default: self = .interrupted(url, received: received)
        }
    }
}

extension NIOConnectionError {
    fileprivate var isTimeout: Bool {
        connectionErrors.contains { failure in
            if case ChannelError.connectTimeout = failure.error { return true }
            return false
        }
    }

    /// The cause of a failed connection.
    ///
    /// If IPv6 and IPv4 both failed, IPv4's error is more useful: many networks have no IPv6.
    fileprivate var obstacle: HTTPError.Obstacle {
        let failure = connectionErrors.first { $0.target.protocol == .inet } ?? connectionErrors.first
        if let error = failure?.error { return (error as? IOError)?.obstacle ?? .other(String(describing: error)) }
        if dnsAError != nil || dnsAAAAError != nil { return .unknownHost }
        return "no connection"
    }
}

extension IOError {
    fileprivate var obstacle: HTTPError.Obstacle {
        switch errnoCode {
        case ECONNREFUSED: .refused
        case ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN: .noNetwork
        default: .other(SystemProblem(errno: errnoCode).description)
        }
    }

    /// The other side closed the connection.
    fileprivate var isReset: Bool { errnoCode == ECONNRESET || errnoCode == EPIPE }
}

extension BoringSSLError {
    /// The library's reason, such as `wrong version number`, without numbers and file names.
    fileprivate var cause: String {
        let text = String(describing: self)
        if text.contains("EOF during") { return TLSCause.closed }
        guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return text }
        return text[mark.upperBound...].prefix { $0.isASCII && $0.isLetter || $0 == "_" }
            .lowercased().split(separator: "_").joined(separator: " ")
    }
}

extension SystemProblem {
    /// The cause of an error of the network, Foundation or the system; nil for other errors.
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
