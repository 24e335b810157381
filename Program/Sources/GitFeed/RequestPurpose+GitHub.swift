internal import FreshetHTTP

extension RequestPurpose {
    /// The first page of the events of a repository, a user or an organization.
    static let events = RequestPurpose(rawValue: "events")
    /// A page that the one before links to.
    static let page = RequestPurpose(rawValue: "page")
    /// A search, which GitHub counts apart from everything else.
    static let search = RequestPurpose(rawValue: "search")
    /// The list of all public repositories.
    static let repositories = RequestPurpose(rawValue: "repositories")
    /// A pull request, for its title.
    static let pullRequest = RequestPurpose(rawValue: "pulls")
    /// What GitHub says of an account.
    static let account = RequestPurpose(rawValue: "account")
}
