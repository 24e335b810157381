extension Schema {
    /// Version 10 added feeds that not everybody may read, and the secrets of accounts' feeds.
    static let version10 = ownership + feedSecrets
}
