extension Schema {
    /// Version 12 added the scopes of app passwords, and the markings that can be undone; see ``MarkingWriter``.
    ///
    /// `app_password.scope` is an ``AppPassword/Scope``: those of before open what reader apps need. `marking.seq` is the number
    /// of the change, which undoes it. `items` has the ids of the changed items, each as the difference from the one before it;
    /// it is empty once the marking has been undone. `shown` is how many lists show.
    static let version12 = """
        ALTER TABLE app_password ADD COLUMN scope TEXT NOT NULL DEFAULT 'reader';
        CREATE TABLE marking (
            seq INTEGER PRIMARY KEY,
            account_id INTEGER NOT NULL,
            mark TEXT NOT NULL,
            marked_at INTEGER NOT NULL,
            shown INTEGER NOT NULL,
            items TEXT NOT NULL
        ) STRICT;
        CREATE INDEX marking_account ON marking (account_id, seq);
        """
}

extension PostgreSQLSchema {
    /// The same as ``Schema/version12``.
    static let version5 = [
        "ALTER TABLE app_password ADD COLUMN scope TEXT NOT NULL DEFAULT 'reader'",
        """
        CREATE TABLE marking (
            seq BIGINT PRIMARY KEY,
            account_id BIGINT NOT NULL,
            mark TEXT NOT NULL,
            marked_at BIGINT NOT NULL,
            shown BIGINT NOT NULL,
            items TEXT NOT NULL
        )
        """,
        "CREATE INDEX marking_account ON marking (account_id, seq)",
    ]
}
