import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a request goes, and with which header fields; follows what an answer says of that (RFC 9110, 15.4).
struct Redirect {
    let url: URL
    var headers: HTTPFields

    static func isOne(_ status: HTTPResponse.Status) -> Bool { [301, 302, 303, 307, 308].contains(status.code) }

    /// The next request; nil if the answer leads nowhere. Credentials go to the host that they were meant for, and to no other.
    func next(_ status: HTTPResponse.Status, _ answer: HTTPFields) throws -> Redirect? {
        guard Self.isOne(status) else { return nil }
        guard let location = answer[.location], let next = URL(string: location, relativeTo: url)?.absoluteURL else {
            throw HTTPError.status(url, status, body: "it does not say where to")
        }
        var headers = headers
        if (next.scheme, next.host(), next.port) != (url.scheme, url.host(), url.port) {
            headers[.authorization] = nil
            headers[.cookie] = nil
            headers[.proxyAuthorization] = nil
        }
        return Redirect(url: next, headers: headers)
    }
}
