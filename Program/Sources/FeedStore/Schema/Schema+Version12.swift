extension Schema {
    /// Version 12 added the scopes of app passwords.
    static let version12 = appPasswordScope
}
