import PostgreSQL
import SQL

/// How a PostgreSQL database gets the tables of ``Schema``.
enum PostgreSQLSchema {
    static func format(_ db: any SQLConnection) throws -> Schema.Format {
        let known = """
            SELECT count(*) FROM information_schema.tables
            WHERE table_schema = current_schema() AND table_name = 'schema_version'
            """
        if try db.count(known) == 0 { return .empty }
        return Schema.Format(version: try db.count("SELECT version FROM schema_version"), in: .postgreSQL)
    }

    /// Creates the tables, or migrates those of an earlier version. Does nothing if another server has done so meanwhile.
    ///
    /// - Returns: what is to be reported.
    static func update(_ db: any SQLConnection, _ search: any FullTextSearch, path: String) throws -> [StoreNotice] {
        // Two servers that start at once would both make them.
        try db.execute("SELECT pg_advisory_xact_lock(\(Schema.applicationID))")
        let format = try format(db)
        if case .empty = format {
            for statement in ["CREATE TABLE schema_version (version BIGINT NOT NULL)"] + functions {
                try db.execute(statement, isReused: false)
            }
            try db.execute("INSERT INTO schema_version VALUES (0)")
        }
        guard let notices = try Schema.update(db, from: format, .postgreSQL, search, path: path) else { return [] }
        try db.execute("UPDATE schema_version SET version = ?", [Schema.version])
        return notices
    }

    /// What SQLite's connections have from ``DistanceFunction`` and ``WordsFunction``.
    private static let functions = [
        """
        CREATE FUNCTION feed_distance(
            latitude DOUBLE PRECISION, longitude DOUBLE PRECISION, latitude2 DOUBLE PRECISION, longitude2 DOUBLE PRECISION
        ) RETURNS DOUBLE PRECISION LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURNS NULL ON NULL INPUT AS $$
            SELECT 2 * 6371.0088 * asin(least(1, sqrt(
                power(sin(radians(latitude2 - latitude) / 2), 2)
                + cos(radians(latitude)) * cos(radians(latitude2)) * power(sin(radians(longitude2 - longitude) / 2), 2))))
        $$
        """,
        """
        CREATE FUNCTION item_contains(word TEXT, VARIADIC texts TEXT[])
        RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
            SELECT EXISTS (SELECT 1 FROM unnest(texts) AS one WHERE strpos(lower(one), word) > 0)
        $$
        """,
    ]
}
