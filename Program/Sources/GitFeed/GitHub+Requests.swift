import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

extension GitHub {
    /// Requests JSON with the API's version, the token and the validators; fails with GitHub's own explanation.
    func reply(
        _ url: URL, _ purpose: RequestPurpose = .other, validators: Validators? = nil, about topic: Topic
    ) -> Single<HTTPReply> {
        guard isOurs(url) else { return .error(GitHubError.foreignPage(url)) }
        var headers: HTTPFields = [.accept: "application/vnd.github+json"]
        // GitHub serves 2022-11-28 until March 2028; some Enterprise servers don't know the newer version.
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

    /// Whether a linked page has the API's scheme, host and port.
    private func isOurs(_ url: URL) -> Bool {
        url.scheme?.lowercased() == baseURL.scheme?.lowercased() && url.host?.lowercased() == baseURL.host?.lowercased()
            && port(of: url) == port(of: baseURL)
    }

    private func port(of url: URL) -> Int? {
        url.port ?? ["https": 443, "http": 80][url.scheme?.lowercased() ?? ""]
    }
}
