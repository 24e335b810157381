import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

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

extension HTTPError {
    /// Why an answer did not begin.
    init(connecting error: any Error, to url: URL) {
        switch error {
        case let error as HTTPError: self = error
        case let error as NIOConnectionError: self = .unreachable(url, cause: error.cause)
        case let error as IOError: self = .unreachable(url, cause: error.cause)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .tls(url, cause: String(describing: error))
        case let error as HTTPClientError: self.init(client: error, url)
        case ChannelError.connectTimeout: self = .timedOut(url, phase: .connect)
        case is HTTPParserError: self = .interrupted(url, received: 0)
        default: self = .unreachable(url, cause: String(describing: error))
        }
    }

    private init(client error: HTTPClientError, _ url: URL) {
        if [.connectTimeout, .tlsHandshakeTimeout].contains(error) {
            self = .timedOut(url, phase: .connect)
        } else if [.deadlineExceeded, .getConnectionFromPoolTimeout, .readTimeout].contains(error) {
            self = .timedOut(url, phase: .firstByte)
        } else if error == .remoteConnectionClosed {
            self = .interrupted(url, received: 0)
        } else if [.invalidURL, .emptyHost, .emptyScheme].contains(error) {
            self = .invalidURL(url.absoluteString)
        } else {
            self = .unreachable(url, cause: error.description)
        }
    }

    /// Why an answer did not end.
    init(reading error: any Error, after received: Int, from url: URL) {
        switch error {
        case let error as HTTPError: self = error
        case let error as HTTPClientError where error == .deadlineExceeded: self = .timedOut(url, phase: .whole)
        default: self = .interrupted(url, received: received)
        }
    }
}

extension NIOConnectionError {
    /// The first thing that went wrong, in the system's words.
    fileprivate var cause: String {
        if let error = connectionErrors.first?.error { return (error as? IOError)?.cause ?? String(describing: error) }
        if dnsAError != nil || dnsAAAAError != nil { return "there is no host \(host)" }
        return "no connection to \(host):\(port)"
    }
}

extension IOError {
    fileprivate var cause: String { String(cString: strerror(errnoCode)) }
}
