import WebText
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPError: CustomStringConvertible {
    /// A sentence that names the host, what went wrong and, where somebody can do something, what to do.
    ///
    /// It has no control characters, and neither user nor password of the address. When to come back stands in ``RateLimited/retryAt``, for
    /// whoever shows it on a clock of the reader's.
    public var description: String {
        switch self {
        case .unreachable(let url, let cause):
            "\(url.site) cannot be reached (\(cause)): check the network and the address"
        case .timedOut(let url, .connect): "\(url.site) did not take the connection in time: try again later"
        case .timedOut(let url, .firstByte): "\(url.site) did not answer in time: try again later"
        case .timedOut(let url, .whole): "\(url.site) did not finish its answer in time: try again later"
        case .tls(let url, let cause):
            "no secure connection to \(url.site) can be made (\(cause)): check the address and this computer's date"
        case .interrupted(let url, 0): "\(url.site) closed the connection without an answer: try again"
        case .interrupted(let url, let received):
            "\(url.site) broke off in the middle of its answer, after \(received) byte\(received == 1 ? "" : "s"): try again"
        case .tooLarge(let url, let limit):
            "the answer of \(url.site) is larger than the \(Self.size(limit)) that are read"
        case .status(let url, let status, let body):
            "\(url.site) answered \(status.code)" + (status.reasonPhrase.isEmpty ? "" : " \(status.reasonPhrase)")
                + " for \(url.path())" + (body.isEmpty ? "" : ": “\(Self.start(of: body, 120))”")
        case .undecodable(let url, let path, let problem, let body):
            "the answer of \(url.site) cannot be read" + (path.isEmpty ? "" : " at \(path)")
                + ": \(problem)" + (body.isEmpty ? "" : "; it begins “\(Self.start(of: body, 80))”")
        case .rateLimited(let url, let limited):
            "\(url.site) asks for a pause" + (limited.usedUp.map { ": its \($0) requests are used up" } ?? "")
        case .tooManyRedirects(let url, let limit):
            "\(url.site) led on to other addresses more than \(limit) times: check the address"
        case .invalidURL(let text):
            "“\(Self.withoutSecrets(SafeText(line: text, atMost: 200).text))” is no address that can be asked: one begins with https:// and a host"
        }
    }

    /// An address as far as it may be shown: without user, password and query, where tokens stand.
    private static func withoutSecrets(_ address: String) -> String {
        var rest = address.prefix { $0 != "?" && $0 != "#" }
        var scheme = ""
        if let range = rest.firstRange(of: "://") {
            scheme = String(rest[..<range.upperBound])
            rest = rest[range.upperBound...]
        }
        let authority = rest.prefix { $0 != "/" }
        return scheme + (authority.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest)
    }

    private static func start(of body: String, _ count: Int) -> String {
        body.count <= count ? body : body.prefix(count) + "…"
    }

    private static func size(_ bytes: Int) -> String {
        for (unit, size) in [("MiB", 1 << 20), ("KiB", 1 << 10)] where bytes >= size && bytes % size == 0 {
            return "\(bytes / size) \(unit)"
        }
        return "\(bytes) bytes"
    }
}

extension RateLimited {
    /// How many requests the limit allows, if it is the one that is reached.
    fileprivate var usedUp: Int? { limit?.remaining == 0 ? limit?.limit : nil }
}

extension URL {
    /// Host and port: what may be shown of an address.
    var site: String {
        let host = host() ?? "the server"
        return port.map { "\(host):\($0)" } ?? host
    }
}
