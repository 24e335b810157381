extension Schema {
    /// Version 8 added what accounts sign in with.
    static let version8 = accounts
}
