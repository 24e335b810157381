public import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension HTTPRequest {
    /// A GET request.
    public init(get url: URL, headers: HTTPFields = [:]) {
        self.init(method: .get, url: url, headerFields: headers)
    }
}
