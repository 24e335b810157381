import HTTPTypes
import Platform

extension HTTPRequest {
    /// A GET request.
    ///
    /// User, password and fragment of the address aren't sent.
    ///
    /// An address without a web scheme makes a request that fails with ``HTTPError/invalidURL(_:)``, while `init(method:url:headerFields:)`
    /// traps without a scheme.
    package init(get url: URL, headers: HTTPFields = [:]) {
        let url = url.absoluteURL
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
        let host = url.host(percentEncoded: true).map { $0.contains(":") && $0.first != "[" ? "[\($0)]" : $0 }
        self.init(
            method: .get, scheme: url.scheme?.lowercased(),
            authority: host.map { host in url.port.map { "\(host):\($0)" } ?? host },
            path: (path.isEmpty ? "/" : path) + query, headerFields: headers)
    }
}
