extension FeedCatalog {
    /// The upstreams with feeds that an account's own token opens.
    package var tokenUpstreams: [Upstream] { upstreams.filter { !$0.tokenVariables.isEmpty } }
}
