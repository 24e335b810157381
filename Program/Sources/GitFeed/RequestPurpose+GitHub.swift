import FreshetHTTP

extension RequestPurpose {
    /// The first page of the events of a repository or an account.
    static let events = RequestPurpose(rawValue: "events")
    /// A later page.
    static let page = RequestPurpose(rawValue: "page")
    /// A search, which has a rate limit of its own.
    static let search = RequestPurpose(rawValue: "search")
    /// The list of all public repositories.
    static let repositories = RequestPurpose(rawValue: "repositories")
    /// A pull request, for its title.
    static let pullRequest = RequestPurpose(rawValue: "pulls")
    /// A repository.
    static let repository = RequestPurpose(rawValue: "repository")
    /// An account.
    static let account = RequestPurpose(rawValue: "account")
}
