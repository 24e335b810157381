public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPRequest {
    /// A GET request.
    public init(get url: URL, headers: HTTPFields = [:]) {
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        let host = url.host(percentEncoded: true).map { $0.contains(":") ? "[\($0)]" : $0 }
        let authority = host.map { host in url.port.map { "\(host):\($0)" } ?? host }
        self.init(
            method: .get, scheme: url.scheme?.lowercased(), authority: authority,
            path: (path.isEmpty ? "/" : path) + query,
            headerFields: headers)
    }

    /// Where the request goes; nil if its parts make no address.
    public var url: URL? {
        guard let scheme, let authority, let path else { return nil }
        return URL(string: "\(scheme)://\(authority)\(path)")
    }
}
