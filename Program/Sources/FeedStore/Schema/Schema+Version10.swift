extension Schema {
    /// Version 10 added the secrets of accounts' feeds.
    static let version10 = feedSecrets
}
