/// The language of a database, where the two differ.
enum SQLDialect: Sendable {
    case sqlite, postgreSQL
}
