import Feeds
import FreshetHTTP
import HTTPTypes
import Platform

extension Upstream {
    /// GitHub, or a GitHub Enterprise server.
    package static let gitHub = Upstream(
        id: "github", name: "GitHub", section: "GitHub",
        icon:
            "M6 3v9.500M6 17a2.200 2.200 0 1 0 0-4.500A2.200 2.200 0 0 0 6 17zM14 7.500a2.200 2.200 0 1 0 0-4.500 2.200 2.200 0 0 0 0 4.500zm0 0c0 4-8 2-8 6",
        addressVariable: "FRESHET_GITHUB_URL", tokenVariables: ["GH_TOKEN", "GITHUB_TOKEN"],
        pictureHosts: ["github.com", "*.githubusercontent.com"],
        limit: RequestLimit(resource: "core", period: 3600, anonymous: 60, withToken: 5000),
        maximumInFlight: 2,
        kinds: [
            RepositoriesFeed.self, InboxFeed.self, DashboardFeed.self, TrendingFeed.self, UserFeed.self,
            RepositoryFeed.self,
        ],
        arguments: GitHubArguments.self,
        menu: [
            MenuLink(Feed(TrendingFeed.usual), name: "Trending"), MenuLink(Feed(RepositoriesFeed())),
        ],
        exampleAddress: "apple/swift")
}

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
