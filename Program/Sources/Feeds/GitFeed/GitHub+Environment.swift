import FeedStore
import FreshetHTTP
import GitFeed
import HTTPTypes

extension RefreshContext {
    /// GitHub, asked through the accountant.
    var gitHub: GitHub {
        GitHub(
            transport: accountant, baseURL: environment.addresses.gitHub ?? GitHub.publicAPI,
            token: environment.gitHubToken)
    }
}

extension FeedKey {
    /// The name of a GitHub feed.
    static func gitHub(_ rest: String) -> FeedKey { FeedKey("github/" + rest) }
}
