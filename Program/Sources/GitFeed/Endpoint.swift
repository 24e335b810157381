internal import WebText
internal import Freshet
internal import FreshetHTTP
internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension GitHub {
    /// An address under the API's; `path` and the names in `query` are written as they stand, values are encoded.
    func address(_ path: String, _ query: [(name: String, value: String)] = []) throws -> URL {
        var text = baseURL.absoluteString
        while text.hasSuffix("/") { text.removeLast() }  // a doubled or trailing slash is a 404
        text += "/" + path
        if !query.isEmpty {
            text += "?" + query.map { "\($0.name)=\($0.value.percentEncoded(keeping: "/"))" }.joined(separator: "&")
        }
        guard let url = URL(string: text) else { throw HTTPError.invalidURL(text) }
        return url
    }

    /// Asks, with what GitHub wants to be told each time.
    func reply(
        _ url: URL, _ purpose: RequestPurpose = .other, validators: Validators? = nil, about topic: Topic
    ) -> Single<HTTPReply> {
        guard isOurs(url) else { return .error(GitHubError.foreignPage(url)) }
        var headers: HTTPFields = [.accept: "application/vnd.github+json"]
        // 2022-11-28 is served until March 2028, and by Enterprise servers that do not know the newer one yet.
        if let version = HTTPField.Name("X-GitHub-Api-Version") { headers[version] = "2022-11-28" }
        if let token {
            guard url.scheme?.lowercased() == "https" || url.isOnLoopback else {
                return .error(GitHubError.tokenNeedsEncryption(url))
            }
            headers[.authorization] = token.header
        }
        validators?.apply(to: &headers)
        return transport.response(for: HTTPRequest(get: url, headers: headers), purpose: purpose)
            .catch { .error(explained($0, about: topic)) }
    }

    /// Whether a page that was linked to stands where the API stands.
    private func isOurs(_ url: URL) -> Bool {
        url.scheme?.lowercased() == baseURL.scheme?.lowercased() && url.host?.lowercased() == baseURL.host?.lowercased()
            && port(of: url) == port(of: baseURL)
    }

    private func port(of url: URL) -> Int? {
        url.port ?? ["https": 443, "http": 80][url.scheme?.lowercased() ?? ""]
    }
}
