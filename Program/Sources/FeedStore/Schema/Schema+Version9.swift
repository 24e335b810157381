extension Schema {
    /// Version 9 added WebSub.
    static let version9 = webSub
}
