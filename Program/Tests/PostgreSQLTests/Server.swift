import Platform
@testable import PostgreSQL
import Testing

/// The server that `Scripts/with-postgresql.sh` starts for the tests.
enum Server {
    static let address: String? = ProcessInfo.processInfo.environment["FRESHET_TEST_POSTGRES"]

    /// Runs a test in a new database.
    static func withDatabase(_ body: (_ address: String) throws -> Void) throws {
        let address = try #require(Self.address)
        let name = "test_" + SystemRandomNumberGenerator.hexadecimal(bytes: 8)
        let administrator = try PostgreSQLConnection(PostgreSQLAddress(address), patience: 5)
        try administrator.run("CREATE DATABASE \(name)")
        defer {
            do { try administrator.run("DROP DATABASE \(name) WITH (FORCE)") } catch { Issue.record(error) }
        }
        try body(address.replacing("///postgres?", with: "///\(name)?"))
    }
}
