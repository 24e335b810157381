import Feeds
import FreshetHTTP
import HTTPTypes

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
    static func gitHub(_ purpose: RequestPurpose, spacing: Double) -> RequestPolicy {
        switch purpose {
        case .events, .repositories: .polled(spacing: spacing, validates: true)
        default: .following
        }
    }
}
