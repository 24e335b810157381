import Feeds
import FreshetHTTP
import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension RefreshContext {
    /// GitHub, asked through the ledger.
    var gitHub: GitHub {
        GitHub(
            transport: transport, baseURL: environment.addresses[Upstream.gitHub.id] ?? GitHub.publicAPI,
            token: environment.token(for: .gitHub))
    }
}

extension RequestPolicy {
    /// How GitHub's requests are entered: a page after the first belongs to it.
    static func gitHub(_ request: HTTPRequest, _ purpose: RequestPurpose, spacing: Double) -> RequestPolicy {
        switch purpose {
        case .events, .repositories: .polled(spacing: spacing, validates: true)
        case .pullRequest: pullRequest(request)
        default: .following
        }
    }

    /// All pull requests together: where the API stands.
    static func pullRequest(_ request: HTTPRequest) -> RequestPolicy {
        let url = request.url?.absoluteString ?? ""
        let base = url.firstRange(of: "/repos/").map { url[..<$0.upperBound] } ?? url[...]
        return .counted(as: base + "…/pulls")
    }
}
