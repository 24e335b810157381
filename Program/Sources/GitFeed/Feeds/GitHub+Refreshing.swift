import Feeds
import FreshetHTTP
import HTTPTypes
import Platform

extension RefreshContext {
    /// The API, with requests through the ledger.
    var gitHub: GitHub {
        GitHub(
            transport: transport, baseURL: environment.addresses[Upstream.gitHub.id] ?? GitHub.publicAPI,
            token: token)
    }
}

extension RequestPolicy {
    /// The ledger policy of GitHub's requests. Later pages follow the first one.
    static func gitHub(_ request: HTTPRequest, _ purpose: RequestPurpose, spacing: Double) -> RequestPolicy {
        switch purpose {
        case .events, .repositories: .polled(spacing: spacing, validates: true)
        case .pullRequest: pullRequest(request)
        default: .following
        }
    }

    /// The base address of the API, which represents all requests for pull requests.
    static func pullRequest(_ request: HTTPRequest) -> RequestPolicy {
        let url = request.url?.absoluteString ?? ""
        let base = url.firstRange(of: "/repos/").map { url[..<$0.upperBound] } ?? url[...]
        return .counted(as: base + "…/pulls")
    }
}
