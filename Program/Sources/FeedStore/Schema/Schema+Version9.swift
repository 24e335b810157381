extension Schema {
    /// Version 9 added what other programs synchronize with.
    static let version9 = folders
}
