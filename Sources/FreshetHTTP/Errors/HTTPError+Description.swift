import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPError: CustomStringConvertible {
    /// A sentence that names the host, what went wrong and what to do. Holds neither user nor password of the address.
    public var description: String {
        switch self {
        case .unreachable(let url, let cause):
            "\(url.site) cannot be reached (\(cause)): check the network and the address"
        case .timedOut(let url, .connect): "\(url.site) did not take the connection in time: try again later"
        case .timedOut(let url, .firstByte): "\(url.site) did not answer in time: try again later"
        case .timedOut(let url, .whole): "\(url.site) did not finish its answer in time: try again later"
        case .tls(let url, let cause):
            "no secure connection to \(url.site) can be made (\(cause)): check the address and the clock"
        case .interrupted(let url, let received):
            "\(url.site) broke off in the middle of its answer, after \(received) bytes: try again"
        case .tooLarge(let url, let limit): "the answer of \(url.site) is larger than the \(limit) bytes that are read"
        case .status(let url, let status, let body):
            "\(url.site) answered \(status.code) \(status.reasonPhrase) for \(url.path())"
                + (body.isEmpty ? "" : ": “\(body.prefix(120))”")
        case .undecodable(let url, let path, let problem, let body):
            "the answer of \(url.site) cannot be read" + (path.isEmpty ? "" : " at \(path)")
                + ": \(problem)" + (body.isEmpty ? "" : "; it begins “\(body.prefix(80))”")
        case .rateLimited(let url, let limited):
            "the limit of \(url.site) is used up" + (limited.limit?.limit.map { " (\($0) requests)" } ?? "")
        case .tooManyRedirects(let url, let limit): "\(url.site) led on more than \(limit) times: check the address"
        case .invalidURL(let text): "“\(text)” is no address that can be asked: it begins with https:// and a host"
        }
    }
}

extension URL {
    /// Host and port: what may be shown of an address.
    var site: String {
        let host = host() ?? "the server"
        return port.map { "\(host):\($0)" } ?? host
    }
}
