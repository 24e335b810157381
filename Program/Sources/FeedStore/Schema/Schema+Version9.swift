extension Schema {
    /// Version 9 added what reader apps synchronize with, and WebSub.
    static let version9 = folders + webSub
}
