extension Schema {
    /// What version 12 adds for app passwords: ``AppPassword/Scope``. Those of before open what reader apps need.
    static let appPasswordScope = "ALTER TABLE app_password ADD COLUMN scope TEXT NOT NULL DEFAULT 'reader';"
}

extension PostgreSQLSchema {
    /// The same as ``Schema/appPasswordScope``.
    static let appPasswordScope = [Schema.appPasswordScope]
}
